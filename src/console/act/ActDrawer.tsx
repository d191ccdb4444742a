import { chakra } from '@chakra-ui/react';
import { type ReactNode, useRef, useState } from 'react';
import type { Problem } from '#domain/kernel/check.ts';
import type { Command } from '#domain/kernel/command.ts';
import type { Fields, ValuesOf } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { imageKind, type ImageKind } from '#domain/sample/requisitionImage.ts';
import { newRequestId } from '#src/api/request.ts';
import { CallError } from '#src/api/call.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { notify } from '#src/ui/notify.tsx';
import type { DescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { useHeldPictures } from '../pictures/useHeldPictures.tsx';
import { useText } from '../useText.ts';
import { AskDrawer, type AskDrawerProps, problemsOf } from './AskDrawer.tsx';
import { sendCommand, sendMany } from './sendCommand.ts';

/** What an act is done to: its payload without what a person is asked for. */
export type Given<Input, Asks extends Fields> = Omit<Input, keyof Asks>;

/** What was done. */
export interface Done<Row, Answer> {
  readonly row: Row;
  /** Of an act that waits in the outbox nothing is known yet. */
  readonly answer: Answer | null;
}

/** One of many that was done; null: its command answers no more than that. */
interface DoneOne<Answer> {
  readonly answer: Answer | null;
}

export interface ActDrawerProps<Input, Asks extends Fields, Answer> extends Pick<AskDrawerProps<Asks>, 'settings' | 'columns' | 'values' | 'icon'> {
  readonly command: Command<Input, any, any, any, Asks, Answer>;
  /** One act for each, all with the same reason; every one is told for itself. */
  readonly rows: readonly Given<Input, Asks>[];
  /** What a person knows a row by; default: as the command names it. */
  readonly nameOf?: (row: Given<Input, Asks>) => string;
  /** Where what is asked or may be chosen depends on the row: the command's own fields, fewer or narrowed. */
  readonly asks?: { readonly [Name in keyof Asks]?: Asks[Name] };
  /** What it is called here, where the command's own title says too little. */
  readonly title?: Label;
  /** What is sent in place of what was typed: a password is sealed. Once for the same words, so that what is sent again is the same. */
  readonly prepare?: (values: ValuesOf<Asks>) => Promise<object>;
  /** Not by the outbox, though it could: the answer is waited for. */
  readonly isAtOnce?: boolean;
  /** How it is done here, where neither the outbox nor its own path does it. */
  readonly send?: (payload: Input) => Promise<Answer | void>;
  /** Below the fields; may watch what is typed. */
  readonly children?: (form: DescribedForm) => ReactNode;
  readonly onClose: () => void;
  /** After each press that did something, before the drawer closes. */
  readonly onDone?: (done: readonly Done<Given<Input, Asks>, Answer>[], values: ValuesOf<Asks>) => void;
}

const saved: Label = ['{title}: 已保存到本机,待上传', '{title}: saved on this computer, waiting to be sent'];
const done: Label = ['{title}: 操作成功!', '{title}: done'];

/**
 * A command's act, drawn from its description: title, consequence, fields, button, and what spoke against it at its field. It goes
 * through the outbox where the command may be done without network, else at once. Done to several rows it tells of each,
 * and pressed again it does those that are left.
 */
export function ActDrawer<Input, Asks extends Fields, Answer>(props: ActDrawerProps<Input, Asks, Answer>) {
  const {
    command,
    rows,
    nameOf,
    asks = command.asks,
    title: named = command.title,
    isAtOnce = !command.offline,
    prepare,
    send,
    onClose,
    onDone,
    children,
    ...fields
  } = props;
  const { label } = useText();
  const [told, setTold] = useState<ReadonlyMap<number, string | true>>(new Map());
  // A key outlives a lost answer, and nothing else: what was refused is asked anew.
  const keys = useRef(new Map<string, string>());
  const prepared = useRef<{ readonly typed: string; readonly given: object } | null>(null);
  if (!asks) throw new Error(`${command.name} asks nothing`);
  const isSingle = rows.length === 1;
  const name = nameOf ?? ((row: Given<Input, Asks>) => command.subject(row as Input));
  const title = label(named);

  const sendOnce = async <T,>(content: unknown, work: (key: string) => Promise<T>): Promise<T> => {
    const known = JSON.stringify(content);
    const key = keys.current.get(known) ?? newRequestId();
    keys.current.set(known, key);
    try {
      const answered = await work(key);
      keys.current.delete(known);
      return answered;
    } catch (error) {
      if (error instanceof CallError && !error.isTransport) keys.current.delete(known);
      throw error;
    }
  };
  const doOne = async (payload: Input): Promise<Answer | null> => {
    if (send) return (await send(payload)) ?? null;
    if (!isAtOnce) return enqueue(command, payload).then(() => null);
    return sendOnce(payload, (key) => sendCommand(command, payload, key));
  };
  /** Those of a command that is done to many: in as few requests as there can be. Throws what spoke against a single one. */
  const doMany = async (payloads: readonly (Input & object)[]): Promise<{ readonly each: readonly (string | DoneOne<Answer>)[] }> => {
    const all: (string | DoneOne<Answer>)[] = [];
    for (let from = 0; from < payloads.length; from += mostAtOnce) {
      const some = payloads.slice(from, from + mostAtOnce);
      const answers = await sendOnce(some, (key) => sendMany(command, some, key));
      const [only] = answers;
      if (isSingle && only && only.code !== null)
        throw new CallError({
          kind: 'answer',
          status: 409,
          code: 409,
          message: only.text ?? '',
          requestId: '',
          body: { refusal: only.code },
          ...(only.problems ? { problems: only.problems as readonly Problem[] } : {}),
        });
      all.push(...answers.map(({ code, text, answer }) => (code === null ? { answer: (answer as Answer | undefined) ?? null } : (text ?? code))));
    }
    return { each: all };
  };
  const problemsAt = (error: unknown) => ({ problems: problemsOf(error, command.refusedAt) });
  const pictures = useHeldPictures((command.pictures?.kind ?? imageKind.other) as ImageKind);
  const act = async (values: ValuesOf<Asks>) => {
    const answered = new Map(told);
    const now: Done<Given<Input, Asks>, Answer>[] = [];
    const typed = JSON.stringify(values);
    if (prepare && prepared.current?.typed !== typed) prepared.current = { typed, given: await prepare(values) };
    const given = prepare ? prepared.current?.given : values;
    try {
      const left = [...rows.entries()].filter(([at]) => answered.get(at) !== true);
      const isTogether = command.many !== undefined && isAtOnce && !send;
      const many = isTogether ? await doMany(left.map(([, row]) => ({ ...row, ...given }) as Input & object)).catch(problemsAt) : { each: [] };
      if ('problems' in many) return many.problems;
      for (const [index, [at, row]] of left.entries()) {
        const one = many.each[index];
        if (typeof one === 'string') {
          answered.set(at, one);
          continue;
        }
        const payload = { ...row, ...given } as Input;
        try {
          now.push({ row, answer: one ? one.answer : await doOne(payload) });
          answered.set(at, true);
        } catch (error) {
          const problems = problemsOf(error, command.refusedAt);
          // A single row's refusal stands at its field; without network there is nothing to say of the rows behind it either.
          if (isSingle || problems.length === 0) return problems;
          answered.set(at, error instanceof Error ? sentence(error, label) : '');
          continue;
        }
        // Not the act's own fault, whatever becomes of them: done again it would be done twice.
        if (command.pictures) await pictures.take(command.pictures.of(payload));
      }
    } finally {
      setTold(answered);
      if (now.length > 0) onDone?.(now, values);
    }
    if (now.length < rows.length && [...answered.values()].some((one) => one !== true)) return [];
    notify.success(isAtOnce || send ? done : saved, {
      params: { title: `${title} ${isSingle ? name(rows[0]!) : rows.length}`.trim() },
    });
    return undefined;
  };

  return (
    <AskDrawer
      {...fields}
      title={isSingle ? `${title} ${name(rows[0]!)}`.trim() : label(['{title}: {count} 项', '{title}: {count}'], { title, count: rows.length })}
      fields={asks as Asks}
      consequence={command.consequence}
      act={named}
      isDanger={command.isDanger}
      onAct={act}
      onClose={onClose}
    >
      {(form) => (
        <>
          {isSingle ? null : (
            <chakra.ul listStyleType="none" mt={3} textStyle="dense" data-act-rows>
              {rows.map((row, at) => (
                <chakra.li key={at} display="flex" gap={3} borderTop="hairline" py={1}>
                  <chakra.span textStyle="mono" minW="140px">
                    {name(row)}
                  </chakra.span>
                  <Told what={told.get(at)} />
                </chakra.li>
              ))}
            </chakra.ul>
          )}
          {command.pictures ? <chakra.div mt={3}>{pictures.shown}</chakra.div> : null}
          {children?.(form)}
        </>
      )}
    </AskDrawer>
  );
}

const sentence = (error: Error & { readonly label?: Label }, label: (text: Label) => string): string =>
  error.label ? label(error.label) : error.message;

function Told({ what }: { readonly what: string | true | undefined }): ReactNode {
  const { label } = useText();
  if (what === undefined) return null;
  return <StatusWord tone={what === true ? 'success' : 'danger'}>{what === true ? label(['完成', 'Done']) : what}</StatusWord>;
}
