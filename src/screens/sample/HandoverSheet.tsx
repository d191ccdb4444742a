import { chakra, Portal } from '@chakra-ui/react';
import { FileSignature, Printer } from 'lucide-react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { text, type Fields } from '#domain/kernel/fields.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import { handoverStatus, type HandoverStatus } from '#domain/sample/handoverState.ts';
import { signHandover } from '#domain/sample/handoverSign.ts';
import type { HandoverWorkRow, NoHandoverRow } from '#domain/sample/rows.ts';
import { encryptPassword } from '#src/api/password.ts';
import { BiosafetyAlert } from '#src/console/desk/BiosafetyAlert.tsx';
import { actVerdict } from '#src/console/desk/actVerdict.ts';
import { useOperations } from '#src/console/useOutbox.ts';
import { counts } from '#src/offline/store/standing.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { actTimeText } from '#src/ui/ActTime.tsx';
import { Button } from '#src/ui/Button.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { saveSignature, signProblem } from './signature.ts';

export interface SheetHandover {
  readonly handoverKey: string;
  readonly commodityName: string;
  readonly actionUserName: string;
  /** null: made here, the server has not confirmed it yet. */
  readonly createTime: string | null;
  readonly createServerTime?: string | null;
  readonly handoverStatus: HandoverStatus;
  readonly signUserName: string | null;
  readonly signTime: string | null;
  readonly signServerTime?: string | null;
  readonly items: readonly (NoHandoverRow | HandoverWorkRow)[];
  /** The act that made it on this desk. */
  readonly saveOpId: string | null;
}

const fields: Fields = {
  signAccount: text('签收人账号', 'Account of the signer', { required: true, max: 64 }),
  signPassword: text('签收人密码', 'Password of the signer', { required: true, max: 100 }),
};
const texts = { signed: ['{name} 于 {at} 签收', 'Signed by {name} at {at}'] } as const satisfies Record<string, Label>;
const signedAt = ({ signTime, signServerTime }: SheetHandover, language: Language): string =>
  signTime === null ? '' : actTimeText({ at: signTime, serverTime: signServerTime }, language);
const Cell = chakra('td', { base: { border: 'hairline', px: 2, py: '2px', textStyle: 'dense' } });

/** What this desk has done about a handover: made it, signed it; the newest of each. */
function actsOf({ handoverKey, saveOpId }: SheetHandover, operations: readonly OutboxOperation[]) {
  const lane = `handover:${handoverKey.toLowerCase()}`;
  return {
    made: operations.find(({ opId }) => opId === saveOpId),
    signed: operations.findLast(({ type, lanes }) => type === signHandover.name && lanes.includes(lane)),
  };
}
const isSignedBy = ({ handoverStatus: status }: SheetHandover, signed: OutboxOperation | undefined): boolean =>
  status === handoverStatus.handedOver || (signed !== undefined && counts(signed));

/** Handovers made in one go, one a commodity: their tubes, the other person's one signature for all, and the sheet to print. */
export function HandoverSheet({ handovers, onClose }: { readonly handovers: readonly SheetHandover[]; readonly onClose: () => void }) {
  const { label, language } = useText();
  const { can } = useSession();
  const operations = useOperations({ types: [saveHandover.name, signHandover.name] });
  const known = handovers.map((handover) => ({ handover, ...actsOf(handover, operations) }));
  const open = known.filter(({ handover, signed }) => !isSignedBy(handover, signed));
  const isSigned = open.length === 0;
  const total = handovers.reduce((sum, { items }) => sum + items.length, 0);
  const [first] = handovers;
  const form = useDescribedForm({
    fields,
    isSavedByLastEnter: true,
    onSave: async ({ signAccount, signPassword }) => {
      // Sealed to the server at once and bound to each handover; the plain password is never kept (decision 006).
      const payloads = await Promise.all(
        open.map(async ({ handover: { handoverKey } }) => ({
          handoverKey,
          signAccount: String(signAccount),
          signPassword: await encryptPassword(`${String(signPassword)}\n${handoverKey}`),
        })),
      );
      // All are judged before the first is signed; one after the other, because a wrong password counts each time.
      for (const payload of payloads) {
        const problem = await signProblem(payload);
        if (!problem) continue;
        playSound('refused');
        return [problem];
      }
      for (const payload of payloads) await saveSignature(payload);
      form.methods.setValue('signPassword', '');
      playSound('ok');
      return undefined;
    },
  });
  const acts = known.flatMap(({ handover: { handoverKey, commodityName }, made, signed }) => {
    const of = handovers.length > 1 ? ` ${commodityName}` : '';
    return [
      ...(made
        ? [{ key: `made ${handoverKey}`, ...actVerdict(made, ['已上传', 'Sent'], language), title: `${label(['交接单', 'Handover'])}${of}` }]
        : []),
      ...(signed
        ? [{ key: `signed ${handoverKey}`, ...actVerdict(signed, ['已签收', 'Signed'], language), title: `${label(['签收', 'Signature'])}${of}` }]
        : []),
    ];
  });
  const signatures = handovers.filter(({ signUserName }) => signUserName !== null);

  return (
    <>
      <SideDrawer
        title={
          handovers.length === 1
            ? label(['交接单 {name} {count} 管', 'Handover {name}, {count} tubes'], { name: first?.commodityName ?? '', count: total })
            : label(['交接单 {products} 个产品 {count} 管', 'Handover of {products} commodities, {count} tubes'], {
                products: handovers.length,
                count: total,
              })
        }
        aside={
          <Button size="sm" icon={Printer} onClick={() => window.print()}>
            {label(['打印', 'Print'])}
          </Button>
        }
        onClose={onClose}
        form={isSigned || !can('handover_sign') ? undefined : form}
        footer={
          isSigned || !can('handover_sign') ? undefined : (
            <Button
              variant="primary"
              icon={FileSignature}
              isBusy={form.isSaving}
              onClick={() => void form.save().catch((error: unknown) => notify.error(errorText(error, label)))}
              data-enter-end
            >
              {label(['签收', 'Sign'])}
            </Button>
          )
        }
      >
        <chakra.div display="flex" flexWrap="wrap" gap={2} mb={3}>
          {acts.map((act) => (
            <Tag key={act.key} tone={act.kind === 'ok' ? 'success' : act.kind === 'refused' ? 'danger' : 'info'}>
              {act.title}: {label(act.word)} {act.detail}
            </Tag>
          ))}
          {signatures.map((signed) => (
            <Tag key={signed.handoverKey} tone="success">
              {label(texts.signed, { name: signed.signUserName, at: signedAt(signed, language) })}
            </Tag>
          ))}
        </chakra.div>
        {isSigned || !can('handover_sign') ? null : (
          <chakra.section mb={4} p={3} border="hairline" borderRadius="md" bg="bg.subtle">
            <chakra.p textStyle="dense" color="fg.muted" mb={2}>
              {label([
                '由接收人本人输入账号和密码签收;离线时由服务器在上传后核验',
                'The receiving person signs with their own account and password; offline the server checks it when it arrives',
              ])}
            </chakra.p>
            <FormGrid
              form={form}
              columns={2}
              isFocused
              settings={{
                signPassword: {
                  control: ({ field: _field, onChange, value, ...rest }) => (
                    <InputBox
                      id={rest.id}
                      type="password"
                      autoComplete="off"
                      aria-invalid={rest.isInvalid || undefined}
                      value={String(value ?? '')}
                      onChange={(event) => onChange?.(event.currentTarget.value)}
                      onBlur={rest.onBlur}
                    />
                  ),
                },
              }}
            />
          </chakra.section>
        )}
        {handovers.map((handover) => (
          <SheetGroup key={handover.handoverKey} handover={handover} isNamed={handovers.length > 1} />
        ))}
      </SideDrawer>
      <Portal>
        <chakra.div className="print-only" display="none" _print={{ display: 'block' }}>
          <chakra.h1 fontSize="20px" textAlign="center" mb={2}>
            {label(['样本交接单', 'Sample handover'])}
          </chakra.h1>
          {known.map(({ handover, made }) => (
            <chakra.div key={handover.handoverKey} mb={4}>
              <chakra.p mb={2} whiteSpace="pre-wrap">
                {label(['产品: {name}   数量: {count}   交接人: {by}   时间: {at}', 'Commodity: {name}   Tubes: {count}   From: {by}   At: {at}'], {
                  name: handover.commodityName,
                  count: handover.items.length,
                  by: handover.actionUserName,
                  at: handover.createTime
                    ? actTimeText({ at: handover.createTime, serverTime: handover.createServerTime }, language)
                    : made
                      ? formatDateTime(made.createdAt)
                      : '',
                })}
              </chakra.p>
              <SheetTable handover={handover} />
              {handover.signUserName ? (
                <chakra.p mt={2}>{label(texts.signed, { name: handover.signUserName, at: signedAt(handover, language) })}</chakra.p>
              ) : null}
            </chakra.div>
          ))}
          {handovers.length > 1 ? <chakra.p>{label(['合计: {count} 管', 'In all: {count} tubes'], { count: total })}</chakra.p> : null}
          <chakra.p mt={6} whiteSpace="pre-wrap">
            {label([
              '交接人签名: ____________    接收人签名: ____________    日期: ____________',
              'Handed over by: ____________    Received by: ____________    Date: ____________',
            ])}
          </chakra.p>
        </chakra.div>
      </Portal>
    </>
  );
}

/** The tubes of one commodity, under its name where several stand on the sheet. */
function SheetGroup({ handover, isNamed }: { readonly handover: SheetHandover; readonly isNamed: boolean }) {
  return (
    <chakra.section mb={3} data-sheet-group={handover.commodityName}>
      {isNamed ? (
        <chakra.h3 textStyle="dense" fontWeight="semibold" mb={1}>
          {handover.commodityName} ({handover.items.length})
        </chakra.h3>
      ) : null}
      <SheetTable handover={handover} />
    </chakra.section>
  );
}

function SheetTable({ handover }: { readonly handover: SheetHandover }) {
  const { label } = useText();
  const heads = [
    ['序号', 'No.'],
    ['样本条码', 'Sample code'],
    ['采血管号', 'Tube number'],
    ['申请单条码', 'Requisition code'],
    ['姓名', 'Name'],
    ['样本类型', 'Sample class'],
    ['备注', 'Remark'],
  ] as const;
  return (
    <chakra.div display="flex" flexDirection="column" gap={2}>
      <BiosafetyAlert tubes={handover.items} />
      <chakra.table w="full" borderCollapse="collapse">
        <thead>
          <tr>
            {heads.map((head) => (
              <chakra.th key={head[1]} border="hairline" px={2} py="2px" textStyle="dense" textAlign="start" fontWeight="medium">
                {label(head)}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {handover.items.map((item, index) => (
            <tr key={item.sampleItemId}>
              <Cell>{index + 1}</Cell>
              <Cell fontFamily="mono">{item.sampleCode}</Cell>
              <Cell fontFamily="mono">{item.testTubeNumber}</Cell>
              <Cell fontFamily="mono">{item.requisitionCode}</Cell>
              <Cell>{item.personName}</Cell>
              <Cell>{item.sampleClassName}</Cell>
              <Cell>{item.receiveRemark}</Cell>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}
