import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveFields } from '#domain/flow/leave.ts';
import { ref, type Field, type Fields } from '#domain/kernel/fields.ts';
import { verbPermission, wireVerbs } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { rights } from '#domain/menu.ts';
import { pickerCall } from '#domain/pickerCalls.ts';
import { resourceByName, resources } from '#domain/resources.ts';
import { sheetFields } from '#domain/lab/batch/saveBatch.ts';
import { viewBoards } from '#domain/op/biPage.ts';
import { applyChange } from '#domain/sample/change/orderChangeActs.ts';
import { saveConversion } from '#domain/report/saveConversion.ts';
import { summaryFields } from '#domain/sample/rules/summaryFields.ts';
import { viewQuality } from '#domain/search/qualityIndexValue.ts';
import { commands } from '#domain/commands.ts';
import { listings } from '#domain/listings.ts';
import { demoUsers } from '#server/session/demoUsers.ts';
import { isGranted, seedRoles } from '#server/session/seedRoles.ts';
import { nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { tableOf } from '#server/storage/tables.ts';
import { exampleRecord, refIds } from './exampleRecord.ts';
import { openHouse, product, type House } from './house.ts';

/** A form with pickers, and the right of whoever may fill it in; null: everybody. */
interface Form {
  readonly form: string;
  readonly permission: string | null;
  readonly fields: Fields;
}
const picks = ([, field]: readonly [string, Field]): boolean => field.ref !== undefined;
const kept = (fields: Fields, may: (field: Field) => boolean): Fields =>
  Object.fromEntries(Object.entries<Field>(fields).filter((entry) => picks(entry) && may(entry[1])));

/** Screens that draw pickers by themselves, and the right by which these are in sight. */
const ownPickers: Readonly<Record<string, string>> = {
  'base/QualifiedDrawer.tsx': 'commodityQualified_execute',
  'bill/exclusion/CommodityRestoreDrawer.tsx': 'exclusion_commodity_restore',
  'bill/orders/UnitCell.tsx': 'order_edit',
  'code/BindPanel.tsx': 'thirdpartyBind_save',
  'desk/actForms.ts': 'handover_save',
  'lab/ResultUploadDrawer.tsx': 'resultFile_upload',
  'op/ParameterScreen.tsx': 'opParameter_view',
  'report/config/typedConversion.ts': saveConversion.permission,
  'sample/change/ChangeForm.tsx': applyChange.permission,
  'sample/useSampleClassSource.ts': 'summary_enter',
  'search/OwnBoard.tsx': viewBoards.code,
  'search/QualityScreen.tsx': viewQuality.code,
  'system/RegionScreen.tsx': 'region_save',
  'system/TenantPackageDrawer.tsx': 'tenantPackage_save',
  'user/OpenAccountsDrawer.tsx': 'clientAccount_save',
};
const screens = new URL('../../src/screens/', import.meta.url);
/** What is referred to in a file of a screen; trees of their own and a list shown to who may see it alone are found by calls of their own. */
const referredIn = (file: string): readonly string[] => {
  const found = readFileSync(new URL(file, screens), 'utf8').matchAll(
    /\bref(?:List)?\(\s*'[^']*',\s*'[^']*',\s*'(\w+)'|usePickerSources\(\)\('(\w+)'\)/g,
  );
  return [...new Set([...found].map(([, one, other]) => one ?? other ?? ''))];
};
const pickedIn = (file: string): readonly string[] => referredIn(file).filter((to) => !['menu', 'region', 'labBatch'].includes(to));

const forms: readonly Form[] = [
  ...Object.entries(ownPickers).map(([form, permission]): Form => ({
    form,
    permission,
    fields: Object.fromEntries(pickedIn(form).map((to) => [to, ref(to, to, to)])),
  })),
  { form: 'run sheet', permission: 'labBatch_save', fields: kept(sheetFields, () => true) },
  ...resources.flatMap((resource): Form[] => [
    {
      form: `${resource.name}: search`,
      permission: verbPermission(resource, 'page'),
      fields: kept(resource.fields, ({ search }) => search === true),
    },
    ...(resource.verbs.save === undefined || resource.view
      ? []
      : [
          {
            form: `${resource.name}: drawer`,
            permission: verbPermission(resource, 'save'),
            fields: kept(resource.fields, ({ form, readOnly }) => form !== false && readOnly !== true),
          },
        ]),
  ]),
  { form: 'summary entry', permission: 'summary_enter', fields: kept(summaryFields, () => true) },
  { form: 'leave', permission: null, fields: kept(leaveFields, () => true) },
].filter(({ fields }) => Object.keys(fields).length > 0);

const mayUse = (aliases: readonly string[], permission: string | null): boolean =>
  permission === null || seedRoles.some((role) => aliases.includes(role.alias) && (role.alias === 'administrator' || isGranted(role, permission)));

const walked = forms.flatMap(({ form, permission, fields }) =>
  demoUsers
    .filter(({ roles }) => mayUse(roles, permission))
    .flatMap(({ account }) => Object.entries<Field>(fields).map(([name, field]) => ({ what: `${form} as ${account}: ${name}`, account, field }))),
);

describe('every picker of every form is filled for whoever may use the form', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
    // A resource without demo rows gets one, in the order the menu shows them: what is referred to comes first.
    for (const resource of [...resources, ...resources]) {
      if (
        resource.view ||
        resource.verbs.save === undefined ||
        !forms.some(({ fields }) => Object.values<Field>(fields).some(({ ref }) => ref === resource.name))
      )
        continue;
      const { rows } = await house.database.orm.execute(sql`select 1 from ${tableOf(resource)} where is_deleted = 0 limit 1`);
      if (rows.length > 0) continue;
      const body = exampleRecord(resource, 1, await refIds(house.database, resource));
      // It is saved with a sheet, whose columns nobody asks for here.
      if (resource.name === 'resultTemplate') {
        const { templateName, panelGroupId } = body;
        const row = { id: newId(), templateName, panelGroupId };
        await house.database.transaction((tx) => insertRows(tx, resource, [row], { tenantId: '000000', userId: '0', now: nowText() }));
        continue;
      }
      const made = await house.call(
        'admin',
        'POST',
        callPath(resource.service, `${resource.path}/${wireVerbs(resource, 'save')[0] ?? ''}`, product),
        { body },
      );
      expect(made.status, `${resource.name}: ${JSON.stringify(made.body)}`).toBe(200);
    }
  });
  afterAll(() => house.close());

  it('walks them all', () => {
    expect(walked.length).toBeGreaterThan(100);
    const drawn = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /^(?!.*\.test\.).*\.tsx?$/.test(file) && referredIn(file).length > 0,
    );
    expect(drawn.toSorted(), 'say by which right it is in sight').toEqual(Object.keys(ownPickers).toSorted());
  });

  it.each(walked)('$what', async ({ account, field }) => {
    const { service, path } = pickerCall(resourceByName(field.ref ?? ''), field.people);
    const { status, body } = await house.call(account, 'GET', callPath(service, path, product), { query: { size: '20' } });
    expect(status, body.msg).toBe(200);
    const rows: unknown[] = Array.isArray(body.data) ? body.data : body.data.records;
    expect(rows.length).toBeGreaterThan(0);
  });
});

/** Pages that show addresses and accounts: who looks through messages or calls finds them by their other fields. */
const notForReaders: ReadonlySet<string> = new Set(['smsPlatform', 'opInterface']);

it('every role that may do something or see a list may pick what is asked there', () => {
  const asked = [
    ...commands.map(({ name, permission, asks = {} }) => ({
      what: name,
      permission,
      fields: kept(asks as Fields, ({ ref }) => !notForReaders.has(ref ?? '')),
    })),
    ...listings.map(({ name, permission, fields }) => ({
      what: name,
      permission,
      fields: kept(fields, ({ search, ref }) => search === true && !notForReaders.has(ref ?? '')),
    })),
  ];
  expect(asked.filter(({ fields }) => Object.keys(fields).length > 0).length).toBeGreaterThan(50);
  const closed = asked.flatMap(({ what, permission, fields }) =>
    Object.entries<Field>(fields).flatMap(([name, { ref = '', people }]) => {
      const needed = pickerCall(resourceByName(ref), people).permission;
      const without = seedRoles.filter(
        (role) => role.alias !== 'administrator' && permission && isGranted(role, permission) && needed !== null && !isGranted(role, needed),
      );
      return without.map(({ alias }) => `${what} as ${alias}: ${name} needs ${needed}`);
    }),
  );
  expect(closed).toEqual([]);
});

it('so may every role that a screen shows a picker of its own', () => {
  const codes = new Set(rights.map(({ code }) => code));
  const closed = Object.entries(ownPickers).flatMap(([file, mine]) => {
    expect(codes, file).toContain(mine);
    return pickedIn(file).flatMap((name) => {
      const needed = pickerCall(resourceByName(name)).permission;
      const without = seedRoles.filter(
        (role) => role.alias !== 'administrator' && isGranted(role, mine) && needed !== null && !isGranted(role, needed),
      );
      return without.map(({ alias }) => `${file} as ${alias}: ${name} needs ${needed}`);
    });
  });
  expect(closed).toEqual([]);
});
