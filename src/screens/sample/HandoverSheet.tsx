import { chakra, Portal } from '@chakra-ui/react';
import { FileSignature, Printer } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { text, type Fields } from '#domain/kernel/fields.ts';
import { handoverStatus, type HandoverStatus } from '#domain/sample/handover.ts';
import { signHandover } from '#domain/sample/handoverSign.ts';
import type { HandoverWorkRow, NoHandoverRow } from '#domain/sample/rows.ts';
import { encryptPassword } from '#src/api/password.ts';
import { actVerdict } from '#src/console/desk/actVerdict.ts';
import { useOperation } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { enqueue } from '#src/offline/enqueue.ts';
import { Button } from '#src/ui/Button.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { useDescribedForm } from '#src/ui/form/useDescribedForm.ts';
import { notify } from '#src/ui/notify.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { Tag } from '#src/ui/Tag.tsx';

export interface SheetHandover {
  readonly handoverKey: string;
  readonly commodityName: string;
  readonly actionUserName: string;
  /** null: made here, the server has not confirmed it yet. */
  readonly createTime: string | null;
  readonly handoverStatus: HandoverStatus;
  readonly signUserName: string | null;
  readonly signTime: string | null;
  readonly items: readonly (NoHandoverRow | HandoverWorkRow)[];
  /** The act that made it on this desk. */
  readonly saveOpId: string | null;
}

const fields: Fields = {
  signAccount: text('签收人账号', 'Account of the signer', { required: true, max: 64 }),
  signPassword: text('签收人密码', 'Password of the signer', { required: true, max: 100 }),
};
const Cell = chakra('td', { base: { border: 'hairline', px: 2, py: '2px', textStyle: 'dense' } });

/** One handover: its tubes, the other person's signature, and the sheet to print. */
export function HandoverSheet({ handover, onClose }: { readonly handover: SheetHandover; readonly onClose: () => void }) {
  const { label, language } = useText();
  const { can } = useSession();
  const [signOpId, setSignOpId] = useState<string | null>(null);
  const made = useOperation(handover.saveOpId);
  const signed = useOperation(signOpId);
  const isSigned =
    handover.handoverStatus === handoverStatus.handedOver || (signed !== undefined && !['rejected', 'conflict'].includes(signed.state));
  const form = useDescribedForm({
    fields,
    isSavedByLastEnter: true,
    onSave: async ({ signAccount, signPassword }) => {
      // Sealed to the server at once and bound to this handover; the plain password is never kept (decision 006).
      const sealed = await encryptPassword(`${String(signPassword)}\n${handover.handoverKey}`);
      const { opId } = await enqueue(signHandover, { handoverKey: handover.handoverKey, signAccount: String(signAccount), signPassword: sealed });
      form.methods.setValue('signPassword', '');
      playSound('ok');
      setSignOpId(opId);
      return undefined;
    },
  });
  const acts = [
    made && { key: 'made', ...actVerdict(made, ['已上传', 'Sent'], language), title: label(['交接单', 'Handover']) },
    signed && { key: 'signed', ...actVerdict(signed, ['已签收', 'Signed'], language), title: label(['签收', 'Signature']) },
  ].filter((act) => act !== undefined);

  return (
    <>
      <SideDrawer
        title={label(['交接单 {name} {count} 管', 'Handover {name}, {count} tubes'], { name: handover.commodityName, count: handover.items.length })}
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
              onClick={() => void form.save().catch((error: unknown) => notify.error((error as Error).message))}
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
          {handover.signUserName ? (
            <Tag tone="success">
              {label(['{name} 于 {at} 签收', 'Signed by {name} at {at}'], { name: handover.signUserName, at: handover.signTime })}
            </Tag>
          ) : null}
        </chakra.div>
        {isSigned || !can('handover_sign') ? null : (
          <chakra.section mb={4} p={3} border="hairline" borderRadius="md" bg="bg.subtle">
            <chakra.p textStyle="dense" color="fg.muted" mb={2}>
              {label([
                '由接收人本人输入账号和密码签收;离线时由服务器在上传后核验',
                'The receiving person signs with his own account and password; offline the server checks it when it arrives',
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
        <SheetTable handover={handover} />
      </SideDrawer>
      <Portal>
        <chakra.div className="print-only" display="none" _print={{ display: 'block' }}>
          <chakra.h1 fontSize="20px" textAlign="center" mb={2}>
            {label(['样本交接单', 'Sample handover'])}
          </chakra.h1>
          <chakra.p mb={2}>
            {label(['产品: {name}   数量: {count}   交接人: {by}   时间: {at}', 'Commodity: {name}   Tubes: {count}   From: {by}   At: {at}'], {
              name: handover.commodityName,
              count: handover.items.length,
              by: handover.actionUserName,
              at: handover.createTime ?? (made ? formatDateTime(made.createdAt) : ''),
            })}
          </chakra.p>
          <SheetTable handover={handover} />
          {handover.signUserName ? (
            <chakra.p mt={2}>
              {label(['{name} 于 {at} 签收', 'Signed by {name} at {at}'], { name: handover.signUserName, at: handover.signTime })}
            </chakra.p>
          ) : null}
          <chakra.p mt={6}>
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

function SheetTable({ handover }: { readonly handover: SheetHandover }) {
  const { label } = useText();
  const heads = [
    ['序号', 'No.'],
    ['样本条码', 'Sample'],
    ['管号', 'Tube no.'],
    ['申请单条码', 'Requisition'],
    ['姓名', 'Name'],
    ['样本类型', 'Class'],
    ['备注', 'Remark'],
  ] as const;
  return (
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
  );
}
