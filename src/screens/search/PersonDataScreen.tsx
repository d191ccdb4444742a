import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Eraser, FileDown } from 'lucide-react';
import { useState } from 'react';
import { reasonField } from '#domain/kernel/fields.ts';
import { erasePerson, personData, personKind, personRequisitions, personWhy, type ErasedPerson, type PersonRow } from '#domain/search/personData.ts';
import { exportPatients, viewPatients } from '#domain/search/sampleRights.ts';
import { ask } from '#src/api/ask.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { downloadFile } from '#src/ui/sheet/downloadFile.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';

const cells: Cells<PersonRow> = {
  requisitionCode: { width: 140, least: 110, isMono: true },
  personName: { width: 100, least: 80 },
  keptUntil: { width: 120, least: 104 },
};
const takeFields = { reason: reasonField } as const;
const mayTick = (): boolean => true;

/** 个人信息请求: somebody asks what is kept of them, or that it be erased. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ readonly act: 'take' | 'erase'; readonly codes: readonly string[] } | null>(null);
  const [erased, setErased] = useState<readonly ErasedPerson[] | null>(null);
  const mayTake = can(personData.code) && can(viewPatients.code) && can(exportPatients.code);
  const mayErase = can(erasePerson.permission);
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call'] });
  return (
    <>
      <ListingScreen
        list={personRequisitions}
        cells={cells}
        {...(mayTake || mayErase ? { mayTick } : {})}
        emptyText={[
          '请输入完整姓名和一个号码(电话、证件或门诊/住院号)查询',
          'Give the whole name and one number: phone, document or hospital number',
        ]}
        tools={({ ticked }) => {
          const codes = ticked.map(({ requisitionCode }) => requisitionCode);
          return (
            <>
              {mayTake ? (
                <Button size="sm" icon={FileDown} disabled={codes.length === 0} onClick={() => setAsked({ act: 'take', codes })}>
                  {label(['导出个人信息 {count}', 'Hand out {count}'], { count: codes.length })}
                </Button>
              ) : null}
              {mayErase ? (
                <Button size="sm" icon={Eraser} variant="danger" disabled={codes.length === 0} onClick={() => setAsked({ act: 'erase', codes })}>
                  {label(['删除个人信息 {count}', 'Erase {count}'], { count: codes.length })}
                </Button>
              ) : null}
            </>
          );
        }}
      />
      {asked?.act === 'take' ? (
        <AskDrawer
          title={label(['导出个人信息: {count} 份申请单', 'Hand out personal data: {count} requisitions'], { count: asked.codes.length })}
          fields={takeFields}
          act={['导出(记入审计)', 'Hand out (noted)']}
          icon={FileDown}
          onAct={async ({ reason }) => {
            const file = await ask('POST search/person-data/take', { body: { requisitionCodes: [...asked.codes], reason }, quiet: true });
            downloadFile(
              new TextEncoder().encode(JSON.stringify(file, null, 1)),
              `${label(['个人信息', 'personal-data'])}-${asked.codes[0] ?? ''}.json`,
            );
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.act === 'erase' ? (
        <ActDrawer
          command={erasePerson}
          rows={asked.codes.map((requisitionCode) => ({ requisitionCode }))}
          icon={Eraser}
          onClose={() => setAsked(null)}
          onDone={(done) => {
            setErased((before) => [...(before ?? []), ...done.flatMap(({ answer }) => (answer ? [answer] : []))]);
            renew();
          }}
        />
      ) : null}
      {erased && !asked ? <ErasedDrawer erased={erased} onClose={() => setErased(null)} /> : null}
    </>
  );
}

/** What went and what stays of each requisition, with the law it stays by: what the person is to be told. */
function ErasedDrawer({ erased, onClose }: { readonly erased: readonly ErasedPerson[]; readonly onClose: () => void }) {
  const { label } = useText();
  const kindName = (kind: ErasedPerson['erased'][number]['kind']): string =>
    label(personKind.options.find(({ code }) => code === kind)?.label ?? ['', '']);
  return (
    <SideDrawer size="md" title={label(['已删除与保留的内容', 'What was erased and what stays'])} onClose={onClose}>
      {erased.map(({ requisitionCode, erased: gone, kept }) => (
        <chakra.section key={requisitionCode} mb={4} data-erased={requisitionCode}>
          <chakra.h3 textStyle="mono" mb={1}>
            {requisitionCode}
          </chakra.h3>
          <chakra.p textStyle="dense">
            {gone.length === 0
              ? label(['没有可删除的内容', 'There was nothing that may be erased'])
              : `${label(['已删除', 'Erased'])}: ${gone.map(({ kind, count }) => `${kindName(kind)} ${count}`).join('、')}`}
          </chakra.p>
          <chakra.ul listStyleType="none" textStyle="dense">
            {kept.map(({ kind, count, until }) => (
              <chakra.li key={kind} borderTop="hairline" py={1}>
                {label(['保留', 'Kept'])}: {kindName(kind)} {count}
                {until === null ? '' : ` · ${label(['至 {day}', 'until {day}'], { day: until })}`}
                <chakra.div color="fg.muted">{label(personWhy[kind])}</chakra.div>
              </chakra.li>
            ))}
          </chakra.ul>
        </chakra.section>
      ))}
    </SideDrawer>
  );
}
