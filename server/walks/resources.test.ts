import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemTexts } from '#domain/kernel/check.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { wireVerbs, type Resource, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resources } from '#domain/resources.ts';
import { exampleRecord, refIds } from './exampleRecord.ts';
import { hasSecretName } from '#domain/kernel/wireNames.ts';
import { openHouse, product, type Answered, type House } from './house.ts';

/** Resources whose save has rules of its own, and where those are tested. */
const withOwnSave: Readonly<Record<string, string>> = {
  dict: 'an entry takes its code from its parent: server/system/systemCalls.test.ts',
  dictBiz: 'as dict',
  tenantPackage: 'its menus must be some of the platform’s: server/system/tenants.test.ts',
  resultTemplate: 'a sheet comes with it: server/base/resultTemplate.test.ts',
  reportTemplate: 'its state is asked for, and a second person releases it: server/report/templates/templates.test.ts',
  notice: 'its text comes with it, its audience must be named: server/notice/notices.test.ts',
  signature: 'a picture comes with it: server/base/signature.test.ts',
  opInterface: 'it is off until it was tried out: server/op/interfaces.test.ts',
  parameterMapping: 'a pair takes its code from its set: server/op/interfaces.test.ts',
  laboratoryPanelGroup: 'laboratory, panel group and segment must belong together: server/base/panelScope.test.ts',
};

/** Kinds whose list filter is "equals" or "contains" and can be asked for with the value itself. */
const searchable = new Set<Field['kind']>(['text', 'longText', 'code', 'integer', 'decimal', 'yesNo', 'choice', 'date', 'ref']);

describe('every described resource', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  describe.each(resources.filter((resource) => resource.verbs.save && !resource.view && !(resource.name in withOwnSave)))(
    '$name',
    (resource: Resource) => {
      const at = (verb: Verb, wire = wireVerbs(resource, verb)[0]): string => callPath(resource.service, `${resource.path}/${wire ?? ''}`, product);
      const has = (verb: Verb): boolean => resource.verbs[verb] !== undefined;
      const get = (verb: Verb, query: Record<string, string> = {}): Promise<Answered> => house.call('admin', 'GET', at(verb), { query });
      const post = (verb: Verb, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
        house.call('admin', 'POST', at(verb), { body, headers });
      /** Switching and removing: the family's clients name rows by `ids` in the query. */
      const act = (verb: Verb, ids: string): Promise<Answered> => house.call('admin', 'POST', at(verb), { query: { ids } });
      const fields = Object.entries<Field>(resource.fields);
      const wireOf = (name: string): string => resource.fields[name]?.wire ?? name;
      const secrets = new Set(fields.flatMap(([name, { isSecret }]) => (isSecret ? [wireOf(name)] : [])));
      const display = wireOf(resource.display.name);
      const isInPage = async (id: string, query: Record<string, string> = {}): Promise<boolean> => {
        const { status, body } = await get('page', { size: '500', ...query });
        expect(status, body.msg).toBe(200);
        return body.data.records.some((row: Record<string, unknown>) => row[resource.id] === id);
      };
      let record: Record<string, unknown>;
      let id = '';

      beforeAll(async () => {
        record = exampleRecord(resource, 60, await refIds(house.database, resource));
      });

      it('saves a record and shows it', async () => {
        const saved = await post('save', record);
        expect(saved.body.msg).toBe('操作成功');
        expect(saved.status).toBe(200);
        id = String(saved.body.data.id ?? saved.body.data[resource.id]);
        expect(id).toMatch(/^\d+$/);
        if (has('page')) expect(await isInPage(id)).toBe(true);
        if (!has('detail')) return;
        const { body } = await get('detail', { [resource.id]: id });
        expect(body.data[resource.id]).toBe(id);
        for (const [wire, value] of Object.entries(record)) expect(body.data[wire], wire).toEqual(secrets.has(wire) ? null : value);
        for (const wire of secrets) expect(body.data[hasSecretName(wire)], wire).toBe(1);
        expect((await get('detail', { id })).body.data[resource.id]).toBe(id);
      });

      it('finds it by each field of the search form', async () => {
        if (!has('page')) return;
        for (const [name, field] of fields.filter(([, one]) => one.search && searchable.has(one.kind))) {
          const wire = wireOf(name);
          if (record[wire] === undefined) continue;
          expect(await isInPage(id, { [wire]: `${record[wire] as string | number}` }), `by ${wire}`).toBe(true);
          if (field.kind === 'text' || field.kind === 'code') expect(await isInPage(id, { [wire]: 'Ω不存在' }), `not by another ${wire}`).toBe(false);
        }
      });

      it('changes one field and leaves the others', async () => {
        const [name, field] =
          fields.find(
            // Where secrets are sent to is changed with the secrets: server/walks/storedSecrets.test.ts.
            ([one, { kind, readOnly, unique, isDestination }]) =>
              !readOnly && !unique && !isDestination && ['text', 'longText', 'code', 'integer'].includes(kind) && one !== resource.display.code,
          ) ?? [];
        if (!name || !field) return;
        const value = field.kind === 'integer' ? (field.min ?? 0) + 9 : `改后${String(record[wireOf(name)])}`.slice(0, field.max ?? 100);
        const changed = await post('save', { [resource.id]: id, [wireOf(name)]: value });
        expect(changed.status, changed.body.msg).toBe(200);
        if (!has('detail')) return;
        const { body } = await get('detail', { [resource.id]: id });
        for (const [wire, old] of Object.entries(record))
          expect(body.data[wire], wire).toEqual(wire === wireOf(name) ? value : secrets.has(wire) ? null : old);
        record = { ...record, [wireOf(name)]: value };
      });

      it('names every missing field in the language of the caller', async () => {
        const required = fields.filter(([, field]) => field.required && !field.readOnly);
        for (const language of ['zh', 'en'] as const) {
          const { status, body } = await post('save', {}, { 'accept-language': language === 'zh' ? 'zh-CN' : 'en' });
          expect(status).toBe(400);
          expect(body.success).toBe(false);
          for (const [name, field] of required) {
            const problem = body.problems?.find((one) => one.field === name);
            expect(problem, `${name} is not named`).toBeDefined();
            expect(problem?.text).toBe(
              fillLabel(field.missing ?? problemTexts[problem?.code as keyof typeof problemTexts], { label: field.label }, language),
            );
            expect(body.msg).toContain(problem?.text);
          }
        }
      });

      it('refuses values that are too long, not among the choices, or already taken', async () => {
        const fresh = exampleRecord(resource, 120, await refIds(house.database, resource));
        for (const [name, field] of fields) {
          if (field.readOnly) continue;
          const bad =
            field.kind === 'choice'
              ? '§'
              : field.kind === 'text' || field.kind === 'code'
                ? 'x'.repeat((field.max ?? 100) + 1)
                : field.kind === 'ref'
                  ? '404'
                  : field.unique
                    ? record[wireOf(name)]
                    : undefined;
          if (bad === undefined) continue;
          const { status, body } = await post('save', { ...fresh, [wireOf(name)]: bad });
          expect(status, `${name} = ${JSON.stringify(bad)}`).toBe(400);
          expect(
            body.problems?.map((problem) => problem.field),
            body.msg,
          ).toContain(name);
        }
        for (const [name] of fields.filter(([, field]) => field.unique)) {
          const { status, body } = await post('save', { ...fresh, [wireOf(name)]: record[wireOf(name)] });
          expect(status, `${name} is unique`).toBe(400);
          expect(body.problems?.map(({ field, code }) => [field, code])).toContainEqual([name, 'taken']);
        }
      });

      it('is switched off and on again', async () => {
        if (!has('disable')) return;
        for (const [verb, isDisable] of [
          ['disable', 1],
          ['enable', 0],
        ] as const) {
          const { status, body } = await act(verb, id);
          expect(status, body.msg).toBe(200);
          const page = await get('page', { size: '500', ids: id });
          expect(page.body.data.records.find((row: Record<string, unknown>) => row[resource.id] === id)?.isDisable).toBe(isDisable);
          if (!has('list')) continue;
          const list = await get('list', { keyword: String(record[display]) });
          const rows: Record<string, unknown>[] = list.body.data;
          if (resource.fields[resource.display.name]?.kind !== 'ref')
            expect(
              rows.some((row) => row[resource.id] === id),
              'pickers offer enabled rows alone',
            ).toBe(isDisable === 0);
        }
      });

      it('answers 404 for a row that is not there', async () => {
        for (const verb of ['detail', 'enable', 'disable', 'remove'] as const) {
          if (!has(verb)) continue;
          const { status } = verb === 'detail' ? await get(verb, { [resource.id]: '404' }) : await act(verb, '404');
          expect(status, verb).toBe(404);
        }
      });

      it('is removed, and only once', async () => {
        if (!has('remove')) return;
        const removed = await act('remove', id);
        expect(removed.status, removed.body.msg).toBe(200);
        if (has('page')) expect(await isInPage(id)).toBe(false);
        if (has('detail')) expect((await get('detail', { [resource.id]: id })).status).toBe(404);
      });
    },
  );
});
