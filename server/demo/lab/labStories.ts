import { sql } from 'drizzle-orm';
import { auditLevel } from '#domain/lab/audit/resultAudit.ts';
import { batchLine } from '#domain/lab/batch/sheetChoices.ts';
import { processKind } from '#domain/lab/process/processChoices.ts';
import { signal } from '#domain/lab/rules/signals.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import type { LabBench, LabTask } from './labBench.ts';
import { askedBack, begunAgain, decided } from './labRecords.ts';
import { enterByHand, sheetOf } from './labRuns.ts';
import { usualEntries } from './labValues.ts';
import { cleanNegative, prepare, run, type Story } from './storyRuns.ts';

/** Chromosomes: a run with every outcome, one that runs, a draft, one that is done again, two that need another tube and one that was delayed. */
export async function tellChromosomes(story: Story): Promise<void> {
  const { bench, tasks } = story;
  const ran = await prepare(story, tasks.slice(0, 10));
  const [one, two, three, high, low, , seven, scarce, , early] = ran as [
    LabTask,
    LabTask,
    LabTask,
    LabTask,
    LabTask,
    LabTask,
    LabTask,
    LabTask,
    LabTask,
    LabTask,
  ];
  const sheet = await run(story, ran, {
    line: batchLine.mapmi,
    controls: [
      cleanNegative('NC-PG01', { 原始读段数: 0.02 }),
      cleanNegative('PC-PG01', { '21三体': 12.4, '18三体': 0.3, '13三体': -0.4, 胎儿游离DNA浓度: 11 }),
    ],
    odd: {
      3: { '21三体': 8.43 },
      4: { 胎儿浓度: 3.1, 胎儿游离DNA浓度: 3.1 },
      5: { '18三体': 2.41 },
      7: { 胎儿浓度: 2.4, 胎儿游离DNA浓度: 2.4 },
      9: { 胎儿浓度: 3.6, 胎儿游离DNA浓度: 3.6 },
    },
    without: [8],
  });
  const firstAt = bench.later(sheet.at, 18);
  await bench.pass([one, two, three, seven], auditLevel.first, firstAt);
  await bench.pass([high], auditLevel.first, firstAt, '21号染色体Z值8.43,胎儿浓度合格,高风险成立');
  await bench.pass([one, two, high], auditLevel.second, bench.later(sheet.at, 21));
  const { resample: kind } = processKind;
  await decided(bench, {
    kind,
    task: scarce,
    at: bench.later(sheet.at, 20),
    reasonCode: 'ABN03',
    reason: '胎儿浓度2.4%,低于4%,通知重采',
    notify: 1,
    tracks: [[3, '已电话通知,孕妇下周产检时重采', '产科门诊']],
  });
  await decided(bench, {
    kind,
    task: early,
    at: bench.later(sheet.at, 20),
    reasonCode: 'ABN03',
    reason: '胎儿浓度3.6%,低于4%,通知重采',
    notify: 1,
    closed: { hours: 3, reason: '管内血浆尚足,改为重新建库' },
  });
  await begunAgain(bench, low, { step: 3, at: bench.later(sheet.at, 19), reasonCode: 'ABN03', reason: '胎儿浓度3.1%,低于4%,重新建库' });
  await askedBack(bench, high, { at: bench.later(sheet.at, 26), reason: '送检单位补充孕周,申请重新核对' });
  await askedBack(bench, one, {
    at: bench.later(sheet.at, 24),
    reason: '疑似样本与管号不符,申请退回一审',
    opinion: '已核对孔位照片,同意退回',
    isGranted: true,
  });
  await askedBack(bench, two, { at: bench.later(sheet.at, 25), reason: '申请修改建议文字', opinion: '建议文字在报告环节修改,驳回' });
  const running = tasks.slice(10, 14);
  await sheetOf(bench, { line: batchLine.mapmi, tasks: running, at: bench.later(running.at(-1)!.labReceiveTime, 3) });
  await decided(bench, {
    kind: processKind.delay,
    task: running[0]!,
    at: bench.later(running.at(-1)!.labReceiveTime, 10),
    reasonCode: 'DLY01',
    reason: '测序仪故障待修,报告延迟两日',
    promisedTime: laterThanNow(bench, 48),
  });
  const drafted = tasks.slice(14, 17);
  await sheetOf(bench, { line: batchLine.mapmi, tasks: drafted, at: bench.later(drafted.at(-1)!.labReceiveTime, 2), isDraft: true });
  const [stopped] = tasks.slice(17);
  if (stopped)
    await decided(bench, {
      kind: processKind.stop,
      task: stopped,
      at: bench.later(stopped.labReceiveTime, 6),
      reasonCode: 'STP01',
      reason: '送检方来电要求终止',
      isBillable: 0,
      notify: 2,
    });
}

const laterThanNow = ({ now }: LabBench, hours: number): string => {
  const day = new Date(`${now.slice(0, 10)}T00:00:00Z`);
  return `${new Date(day.getTime() + (24 + hours) * 3_600_000).toISOString().slice(0, 10)} 18:00:00`;
};

/** Blood counts: clear ones, an abnormal one, a wrong name, an edited value, an open question, and a value that differs from the month before. */
export async function tellCounts(story: Story): Promise<void> {
  const { bench, tasks, by } = story;
  const ran = tasks.slice(0, 10);
  const facts = await bench.facts(ran[0]!.panelGroupId);
  await samePerson(bench, ran[0]!, ran[8]!);
  const earlier = ran.slice(0, 4);
  const usual = { line: batchLine.general, levelLots: ['QC-CBC-N'], controls: [cleanNegative('QC-CBC-N', { 白细胞计数: 7.31 })] };
  const before = await run(story, earlier, usual);
  const seen = bench.later(before.at, 18);
  await bench.pass(earlier, auditLevel.first, seen);
  await bench.pass(earlier, auditLevel.second, bench.later(before.at, 20));
  await bench.sendBack([earlier[3]!], auditLevel.second, bench.later(before.at, 23), '血小板计数与涂片不符,请复核');
  const later = ran.slice(4);
  const sheet = await run(story, later, {
    ...usual,
    odd: { 0: { 白细胞计数: 12.9, 中性粒细胞百分数: 84 }, 4: { 白细胞计数: 3.6 } },
    names: { 1: `${later[1]!.personName}(补)` },
    reason: '电话核对,姓名为书写误差',
  });
  await enterByHand(bench, later[2]!, { values: { HGB: '128' }, reason: '复检后更正血红蛋白' }, bench.later(sheet.at, 17));
  const [open] = await bench.again([later[3]!]);
  await moveTasks(
    bench.tx,
    bench.tenantId,
    [{ taskId: open!.id, from: open!.taskState, to: open!.taskState, facts: { signals: [signal.infoOpen] } }],
    bench.mark(bench.crew.bench, bench.later(sheet.at, 17), 'result.import'),
  );
  const [partly, drafted, recovered] = [tasks[10], tasks.slice(11, 14), tasks[14]];
  if (partly) {
    const plate = await sheetOf(bench, { line: batchLine.general, tasks: [partly], at: bench.later(partly.labReceiveTime, 2) });
    await enterByHand(
      bench,
      partly,
      { values: Object.fromEntries(Object.entries(usualEntries(facts, partly, by)).slice(0, 4)) },
      bench.later(plate.at, 3),
    );
  }
  if (drafted.length > 0)
    await sheetOf(bench, { line: batchLine.general, tasks: drafted, at: bench.later(drafted.at(-1)!.labReceiveTime, 1), isDraft: true });
  if (recovered)
    await decided(bench, {
      kind: processKind.stop,
      task: recovered,
      at: bench.later(recovered.labReceiveTime, 4),
      reasonCode: 'STP07',
      reason: '费用未结清',
      isBillable: 0,
      closed: { hours: 6, reason: '已补缴,凭证见附件' },
    });
}

/** Makes two requisitions one person's, so that the later result has an earlier one to differ from. */
async function samePerson({ tx, tenantId }: LabBench, earlier: LabTask, later: LabTask): Promise<void> {
  const own = ['personName', 'sex', 'age', 'birthDate', 'credentialNo', 'telephone'];
  const facts = sql`(select jsonb_object_agg(key, value) from jsonb_each(b.reception) where key = any(${sql.param(own)}::text[]))`;
  await tx.execute(sql`update requisition a set person_name = b.person_name, sex = b.sex, age = b.age, birth_date = b.birth_date, credential_no = b.credential_no, telephone = b.telephone, grams = b.grams,
      reception = a.reception || ${facts}, detail = a.detail || ${facts}
    from requisition b where a.tenant_id = ${tenantId} and a.id = ${later.requisitionId} and b.tenant_id = a.tenant_id and b.id = ${earlier.requisitionId}`);
  await tx.execute(sql`update entry_pass p set "values" = p."values" || ${facts} from requisition b where p.tenant_id = ${tenantId} and p.requisition_id = ${later.requisitionId}
    and b.tenant_id = p.tenant_id and b.id = ${earlier.requisitionId}`);
}

/** Pathogens: a clean run, one that its negative control holds, one that was let through, and tubes that wait for others. */
export async function tellPathogens(story: Story): Promise<void> {
  const { bench, tasks } = story;
  const clean = [cleanNegative('NC-PG04', { 流感病毒: '未检出' }), cleanNegative('PC-PG04', { 肺炎支原体: '检出' })];
  const dirty = [cleanNegative('NC-PG04', { 解脲脲原体: '检出' }), cleanNegative('PC-PG04', { 肺炎支原体: '检出' })];
  const ran = tasks.slice(0, 9);
  const found = { 解脲脲原体: '检出', 沙眼衣原体: '未检出', 淋病奈瑟菌: '未检出', 单纯疱疹病毒: '检出' };
  const sheet = await run(story, ran, { line: batchLine.tngs, controls: clean, odd: { 6: found, 7: { 内参RPM: 0 }, 8: { Q30: 71.4 } } });
  await enterByHand(
    bench,
    ran[6]!,
    {
      values: {},
      findings: [
        {
          name: '解脲脲原体',
          nameEn: 'Ureaplasma urealyticum',
          findingClass: '细菌',
          reads: 4_812,
          rpm: 402.6,
          coverage: 38.2,
          abundance: 12.4,
          confidence: 'high',
          isReported: 1,
        },
        {
          name: '人疱疹病毒6型',
          nameEn: 'Human betaherpesvirus 6',
          findingClass: '病毒',
          reads: 31,
          rpm: 2.6,
          coverage: 1.1,
          abundance: 0.2,
          confidence: 'low',
          isReported: 0,
        },
      ],
      reason: '补录检出物种',
    },
    bench.later(sheet.at, 16),
  );
  await bench.pass(ran.slice(0, 5), auditLevel.first, bench.later(sheet.at, 18));
  await bench.pass(ran.slice(0, 3), auditLevel.second, bench.later(sheet.at, 20));
  const held = tasks.slice(9, 15);
  await run(story, held, { line: batchLine.tngs, controls: dirty, isLeft: true });
  const released = tasks.slice(15, 21);
  await run(story, released, { line: batchLine.tngs, controls: dirty, release: '阴性对照检出仅1条读段,复测阴性,准予放行' });
  const running = tasks.slice(21, 24);
  if (running.length > 0) await sheetOf(bench, { line: batchLine.tngs, tasks: running, at: bench.later(running.at(-1)!.labReceiveTime, 3) });
  await tellResamples(bench, tasks.slice(24));
}

/** New tubes asked for: one that is waited for, one that arrived, one that was not needed after all. */
async function tellResamples(bench: LabBench, [open, replaced, arrived, needless]: readonly LabTask[]): Promise<void> {
  const { resample: kind } = processKind;
  if (open)
    await decided(bench, {
      kind,
      task: open,
      at: bench.later(open.labReceiveTime, 5),
      reasonCode: 'ABN01',
      reason: '样本量不足,无法建库',
      notify: 1,
      tracks: [
        [4, '已电话通知送检科室,明日重新采集', '科室护士站'],
        [28, '受检者改期,三日内送达', '送检医生'],
      ],
    });
  if (replaced && arrived) {
    await samePerson(bench, replaced, arrived);
    await decided(bench, {
      kind,
      task: replaced,
      at: bench.later(replaced.labReceiveTime, 3),
      reasonCode: 'ABN02',
      reason: '核酸降解,建库失败',
      notify: 2,
      tracks: [[6, '医院确认次日重采', '送检医生']],
      closed: { hours: 30, reason: '重采样本已接收', by: arrived },
    });
  }
  if (needless)
    await decided(bench, {
      kind,
      task: needless,
      at: bench.later(needless.labReceiveTime, 3),
      reasonCode: 'ABN05',
      reason: '判定性别与申请单不符,身份待核',
      notify: 2,
      closed: { hours: 8, reason: '送检单位书面确认身份,无需重采' },
    });
}

/** Biochemistry where its control warned: what it brought is looked at singly. */
export async function tellBiochemistry(story: Story): Promise<void> {
  const { bench, tasks } = story;
  const ran = tasks.slice(0, 6);
  if (ran.length < 3) return;
  const sheet = await run(story, ran, {
    line: batchLine.general,
    levelLots: ['QC-L1-2026'],
    controls: [cleanNegative('QC-L1-2026', { 丙氨酸氨基转移酶: 41.6 })],
    odd: { 1: { 丙氨酸氨基转移酶: 132, 天门冬氨酸氨基转移酶: 96 } },
  });
  await bench.pass(ran.slice(0, 1), auditLevel.first, bench.later(sheet.at, 18), '质控1-2s警告,未失控,通过');
}

/** Genotypes and variants, as a person enters them: what is found, what is passed, and what is done again. */
export async function tellByHand(story: Story, found: readonly Readonly<Record<string, string>>[]): Promise<void> {
  const { bench, tasks, by } = story;
  const ran = tasks.slice(0, 6);
  const [first] = ran;
  if (!first) return;
  const facts = await bench.facts(first.panelGroupId);
  const sheet = await sheetOf(bench, { line: batchLine.general, tasks: ran, at: bench.later(ran.at(-1)!.labReceiveTime, 2) });
  for (const [index, task] of ran.entries()) {
    const values = { ...usualEntries(facts, task, by), ...found[index] };
    const signals = index === 2 ? [signal.sexDiffers] : [];
    await enterByHand(bench, task, { values, signals }, bench.later(sheet.at, 10 + index));
  }
  const at = bench.later(sheet.at, 18);
  const judged = (await bench.again(ran)).filter(
    ({ taskState: state, detectionResult }) => state === taskState.firstAudit && detectionResult !== null,
  );
  await bench.pass(judged.slice(0, 2), auditLevel.first, at);
  const again = judged[3];
  if (again) {
    await begunAgain(bench, again, { step: 2, at, reasonCode: 'ABN04', reason: '结果不典型,重新提取复核' });
    const second = await sheetOf(bench, { line: batchLine.general, tasks: await bench.again([again]), at: bench.later(at, 2) });
    await enterByHand(bench, again, { values: { ...usualEntries(facts, again, by), ...found[3] } }, bench.later(second.at, 9));
  }
}
