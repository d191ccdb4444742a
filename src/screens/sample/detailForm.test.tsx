import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '#domain/kernel/check.ts';
import type { EntryWorkRow } from '#domain/sample/rows.ts';
import { changeLanguage } from '#src/console/text.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { DetailForm, type DetailSaved } from './DetailForm.tsx';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
});
afterAll(() => desk.close());
beforeEach(() => desk.reset());
let page: Mounted;
afterEach(() => page.unmount());

const work: EntryWorkRow = {
  id: '1',
  requisitionCode: 'A26000001',
  entryForm: 'nomal',
  isDoubleEntry: 0,
  pass: 1,
  carried: { requisitionCode: 'A26000001' },
  prefill: {},
  commodityIds: ['11'],
  commodityNames: '血常规五分类',
  sendSampleClientId: '41',
  sendSampleClientName: '青禾市第一人民医院',
  sampleClassNames: 'EDTA全血',
  receiveTime: '2026-11-21 09:00:00',
  isUrgent: 0,
};
const initial = {
  sendSampleClientId: '41',
  commodityIds: ['11'],
  personName: '章晴',
  sex: 2,
  age: 33,
  ageUnit: 1,
  birthDate: '1993-09-03',
  telephone: '19900004964',
  samplingTime: '2026-11-20 12:00:00',
  doctorName: '林医生',
};
const warning: Problem = {
  field: 'samplingTime',
  code: 'rule',
  params: { text: ['采样已超过保存时限', 'Older than it can wait'], rule: 'R-02', severity: 'warn' },
};

it('asks for the reason where only the server could know of a warning, and sends it with the next save', async () => {
  const saves: DetailSaved[] = [];
  page = await mount(
    <DetailForm
      work={work}
      initial={initial}
      draftKey={null}
      saveLabel={['保存', 'Save']}
      onSave={async (saved) => {
        saves.push(saved);
        return saved.reasons['R-02'] ? undefined : [warning];
      }}
    />,
    { userId: 'ann' },
  );
  await page.press('F9');
  await vi.waitFor(() => expect(document.body.textContent).toContain('采样已超过保存时限'));
  const reason = page.all('[data-testid=detail-form] input').find((input) => document.activeElement === input);
  expect(reason).toBeDefined();
  await page.type('路远,冷藏送达');
  await page.press('F9');
  await vi.waitFor(() => expect(saves.at(-1)?.reasons).toEqual({ 'R-02': '路远,冷藏送达' }));
  expect(saves.length).toBe(2);
});

it('goes by Enter past what was ordered and past the guardian of an adult, and stops at that of a child', async () => {
  const walked = async (birthDate: string): Promise<readonly string[]> => {
    page = await mount(
      <DetailForm
        work={work}
        initial={{ ...initial, birthDate, age: null, ageUnit: null }}
        draftKey={null}
        saveLabel={['保存', 'Save']}
        onSave={async () => undefined}
      />,
      { userId: 'ann' },
    );
    await page.focus('[data-field=testTubeNumber] input');
    const stops: string[] = [];
    while (!document.activeElement?.matches('[data-enter-end]') && stops.length < 60) {
      stops.push(document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '');
      await page.press('Enter');
    }
    return stops;
  };
  const adult = await walked('1993-09-03');
  expect(adult).not.toContain('sendSampleClientId');
  expect(adult).not.toContain('commodityIds');
  expect(adult.filter((name) => name.startsWith('guardian'))).toEqual([]);
  expect(adult).toContain('consentSigned');
  await page.unmount();
  expect((await walked('2020-09-03')).filter((name) => name.startsWith('guardian'))).toEqual(['guardianName', 'guardianPhone', 'guardianConsent']);
});

it('goes by Enter past what follows from the field that is left, or has no answer by it', async () => {
  page = await mount(
    <DetailForm
      work={{ ...work, entryForm: 'nipt' }}
      initial={{ ...initial, age: null, ageUnit: null, heightCm: 162 }}
      draftKey={null}
      saveLabel={['保存', 'Save']}
      onSave={async () => undefined}
    />,
    { userId: 'ann' },
  );
  const fieldAfter = async (name: string, typed: string): Promise<string | undefined> => {
    await page.focus(`[data-field=${name}] input`);
    await page.type(typed);
    await page.press('Enter');
    await page.settle(50);
    return document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'];
  };
  expect(await fieldAfter('weightKg', '58.5')).toBe('conceptionMode');
  expect(await fieldAfter('conceptionMode', '1')).toBe('gestationMethod');
  expect(await fieldAfter('birthDate', '1993-09-03')).toBe('telephone');
});

it('saves nothing by F9 while something else stands open above it', async () => {
  const onSave = vi.fn<() => Promise<void>>();
  page = await mount(<DetailForm work={work} initial={initial} draftKey={null} saveLabel={['保存', 'Save']} onSave={onSave} />, { userId: 'ann' });
  const above = document.body.appendChild(document.createElement('div'));
  above.setAttribute('role', 'dialog');
  await page.press('F9');
  await page.settle(50);
  expect(onSave).not.toHaveBeenCalled();
  above.remove();
  await page.press('F9');
  await vi.waitFor(() => expect(onSave).toHaveBeenCalledOnce());
});

it('shows what the act’s own rule refuses before it is saved, and saves nothing', async () => {
  const onSave = vi.fn<() => Promise<void>>();
  const text = ['送检单位要求上传申请单图片', 'The client asks for a picture'] as const;
  page = await mount(
    <DetailForm
      work={work}
      initial={initial}
      draftKey={null}
      saveLabel={['保存', 'Save']}
      judge={async () => ({ findings: [], problems: [{ field: '', code: 'rule', params: { text } }] })}
      onSave={onSave}
    />,
    { userId: 'ann' },
  );
  await page.press('F9');
  await vi.waitFor(() => expect(page.find('[role=alert]').textContent).toContain('送检单位要求上传申请单图片'));
  expect(onSave).not.toHaveBeenCalled();
});
