import { chakra } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import type { Result } from '#domain/lab/rules/judging.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { newRequestId } from '#src/api/request.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { InputBox, TextBox } from '#src/ui/fields/control.ts';
import { Kbd } from '#src/ui/Kbd.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { ResultWord } from '../audit/auditCells.tsx';

const Line = chakra('button', {
  base: {
    display: 'flex',
    gap: 2,
    w: 'full',
    textAlign: 'start',
    px: 2,
    py: 1,
    border: 'hairline',
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '&[aria-pressed=true]': { bg: 'accent.subtle', borderColor: 'accent.solid' },
  },
});
/** A key of the desk for a word: its digit, where nobody is typing a text. */
const isText = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

export interface ConclusionDrawerProps {
  readonly taskId: string;
  readonly code: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface Chosen {
  readonly result: Result;
  readonly ids: readonly string[];
  readonly text: string;
  readonly suggestion: string;
}

/** What follows from a task's values and why; the word and the sentences it ends with, chosen by keys. A reason where it is another word. */
export function ConclusionDrawer({ taskId, code, onDone, onClose }: ConclusionDrawerProps) {
  const { label } = useText();
  const [own, setOwn] = useState<Chosen | null>(null);
  const known = useAsked('GET lab/lab-task/conclusion', { taskId, ...(own ? { detectionResult: String(own.result) } : {}) });
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState('');
  const [isBusy, setBusy] = useState(false);
  const intention = useRef({ sent: '', key: '' });
  const data = known.data?.taskId === taskId ? known.data : undefined;
  const start: Chosen | null =
    data === undefined
      ? null
      : {
          result: data.chosen?.detectionResult ?? data.derived ?? qualitativeResult.negative,
          ids: data.chosen?.conclusionIds ?? [],
          text: data.chosen?.conclusion ?? '',
          suggestion: data.chosen?.suggestion ?? '',
        };
  const chosen = own ?? start;
  const isOther = data !== undefined && chosen !== null && data.derived !== chosen.result;
  const proposed = (data?.proposed ?? []).filter((one) => one.qualitativeResult === chosen?.result);
  const choose = (result: Result): void => setOwn({ result, ids: [], text: '', suggestion: '' });
  const toggle = (conclusionId: string): void => {
    if (!chosen) return;
    const ids = chosen.ids.includes(conclusionId) ? chosen.ids.filter((one) => one !== conclusionId) : [...chosen.ids, conclusionId];
    const picked = ids.flatMap((one) => proposed.find((sentence) => sentence.conclusionId === one) ?? []);
    setOwn({
      ...chosen,
      ids,
      text: picked.map(({ content }) => content).join('\n'),
      suggestion: picked.flatMap(({ suggestion }) => suggestion ?? []).join('\n'),
    });
  };
  const save = async (): Promise<void> => {
    if (!data || !chosen || isBusy) return;
    if (isOther && reason.trim() === '') {
      setRefused(label(['与推导结果不同，须填写原因', 'It differs from the derived result: say why']));
      return;
    }
    setBusy(true);
    const body = {
      taskId,
      version: data.version,
      detectionResult: chosen.result,
      conclusionIds: [...chosen.ids],
      conclusion: chosen.text.trim() || null,
      suggestion: chosen.suggestion.trim() || null,
      reason: reason.trim() || null,
    };
    const sent = JSON.stringify(body);
    if (intention.current.sent !== sent) intention.current = { sent, key: newRequestId() };
    try {
      await ask('POST lab/result/web-upload-conclusion', { body, quiet: true, headers: { 'Idempotency-Key': intention.current.key } });
      onDone();
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused(error.isTransport ? label(['连接不上服务器，内容已保留', 'The server cannot be reached; what you typed stays']) : error.message);
    } finally {
      setBusy(false);
    }
  };
  useKeyDown((event) => {
    if (event.key === 'F9') {
      event.preventDefault();
      void save();
      return;
    }
    if (isText(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const result = { a: qualitativeResult.negative, s: qualitativeResult.positive, d: qualitativeResult.suspected }[event.key.toLowerCase()];
    const sentence = proposed[Number(event.key) - 1];
    if (result === undefined && !sentence) return;
    event.preventDefault();
    if (result !== undefined) choose(result);
    else if (sentence) toggle(sentence.conclusionId);
  });
  const keys = ['A', 'S', 'D'] as const;
  return (
    <SideDrawer
      title={label(['结论 {code}', 'Conclusion {code}'], { code })}
      onClose={onClose}
      footer={
        <Button variant="primary" icon={Check} keyHint="F9" isBusy={isBusy} disabled={!data || data.missing.length > 0} onClick={() => void save()}>
          {label(['保存结论', 'Save the conclusion'])}
        </Button>
      }
    >
      {known.failure ? <StateView state="failed" failure={known.failure} onRetry={known.retry} /> : null}
      {!data && !known.failure ? <StateView state="loading" /> : null}
      {data && chosen ? (
        <chakra.div display="flex" flexDirection="column" gap={3} textStyle="dense">
          <chakra.section>
            <chakra.div display="flex" gap={2} alignItems="center" mb={1}>
              <chakra.span color="fg.muted">{label(['推导结果', 'Derived'])}</chakra.span>
              {data.derived === null ? (
                <Tag tone="warning">{label(['须人工判读', 'A person has to say'])}</Tag>
              ) : (
                <ResultWord result={data.derived} />
              )}
            </chakra.div>
            <chakra.ul listStyleType="none">
              {data.why.map(({ text, params }) => (
                <li key={JSON.stringify([text, params])}>{label(text, params)}</li>
              ))}
            </chakra.ul>
            {data.missing.length > 0 ? (
              <chakra.p role="alert" color="danger.text">
                {label(['缺少 {items}', 'Lacks {items}'], { items: data.missing.map(({ itemName }) => itemName).join('、') })}
              </chakra.p>
            ) : null}
          </chakra.section>
          <chakra.div role="group" aria-label={label(['检测结果', 'Detection result'])} display="flex" gap={2}>
            {qualitativeResult.options.map(({ code: result, label: word }, at) => (
              <Button
                key={String(result)}
                keyHint={keys[at]}
                variant={chosen.result === result ? 'primary' : undefined}
                aria-pressed={chosen.result === result}
                onClick={() => choose(result as Result)}
              >
                {label(word)}
              </Button>
            ))}
          </chakra.div>
          <chakra.section display="flex" flexDirection="column" gap={1} aria-label={label(['可选结论', 'Proposed conclusions'])}>
            {proposed.length === 0 && !known.isStale ? (
              <chakra.span color="fg.muted">{label(['此结果没有预设结论', 'No conclusion is set for this result'])}</chakra.span>
            ) : null}
            {proposed.map((one, at) => (
              <Line
                key={one.conclusionId}
                type="button"
                aria-pressed={chosen.ids.includes(one.conclusionId)}
                onClick={() => toggle(one.conclusionId)}
              >
                {at < 9 ? <Kbd aria-hidden>{String(at + 1)}</Kbd> : null}
                <span>
                  <b>{one.conclusionName}</b> {one.content}
                </span>
              </Line>
            ))}
          </chakra.section>
          <label>
            {label(['结论', 'Conclusion'])}
            <TextBox rows={3} maxLength={2_000} value={chosen.text} onChange={({ target }) => setOwn({ ...chosen, text: target.value })} />
          </label>
          <label>
            {label(['建议', 'Advice'])}
            <TextBox
              rows={2}
              maxLength={2_000}
              value={chosen.suggestion}
              onChange={({ target }) => setOwn({ ...chosen, suggestion: target.value })}
            />
          </label>
          {isOther ? (
            <label>
              {label(['与推导结果不同的原因', 'Why it differs from the derived result'])}
              <InputBox maxLength={200} value={reason} aria-required onChange={({ target }) => setReason(target.value)} />
            </label>
          ) : null}
          {refused ? (
            <chakra.p role="alert" color="danger.text">
              {refused}
            </chakra.p>
          ) : null}
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}
