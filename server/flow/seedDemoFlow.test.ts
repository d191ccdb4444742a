import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestApp } from '#server/testing.ts';
import { seedFlow } from './deploy.ts';
import { seedDemoFlow } from './seedDemoFlow.ts';

it('fills every list of the demo once', async () => {
  const app = await openTestApp();
  try {
    for (let start = 0; start < 2; start++) {
      await seedFlow(app.database);
      await seedDemoFlow(app.database, { now: '2026-11-20 10:00:00' });
    }
    const { rows } = await app.database.orm.execute(
      sql`select i.start_user_name as by, i.state::int as state, i.outcome, t.name as task, t.assignee_name as with from flow_instance i
        left join flow_task t on t.instance_id = i.id and t.state = 1 order by i.id`,
    );
    expect(rows).toEqual([
      { by: '李倩', state: 1, outcome: '', task: '主管审批', with: '周宁' },
      { by: '孙悦', state: 1, outcome: '', task: '主管审批', with: '陈立' },
      { by: '王敏', state: 1, outcome: '', task: '行政审批', with: null },
      { by: '赵磊', state: 1, outcome: '', task: '申请人修改', with: '赵磊' },
      { by: '冯涛', state: 2, outcome: '已批准', task: null, with: null },
      { by: '郑洁', state: 2, outcome: '已批准', task: null, with: null },
      { by: '吴桐', state: 2, outcome: '已撤销', task: null, with: null },
    ]);
    const admin = await app.as('admin');
    const counts = await Promise.all(
      ['todo', 'claim', 'done', 'send'].map(async (list) => (await admin.get(`/api/blade-flow/work/${list}-list`)).json().data.total),
    );
    expect(counts).toEqual([1, 1, 3, 0]);
  } finally {
    await app.close();
  }
});
