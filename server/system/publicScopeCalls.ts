import { inLanguage, type Label } from '#domain/kernel/label.ts';
import { grantTopContracts, madeListRefusals, madeLists } from '#domain/system/menuCalls.ts';
import { languageOf, pageOf, UserError } from '#server/kernel/core/answers.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { pagingOf } from '#server/kernel/resource/resourceQuery.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls, serveUnder } from '#server/kernel/verbs/serveCalls.ts';
import { interfaceLeaves, laboratoryLeaves } from './grantCalls.ts';
import { menuCategory, menuRows } from './menuRows.ts';
import { topMenusOver } from './topMenusOver.ts';

type Values = Readonly<Record<string, unknown>>;

/** How a list that the programme makes itself is read: searched by its texts, page by page, and by id. */
interface MadeList {
  readonly place: string;
  readonly family: (typeof madeLists)[keyof typeof madeLists];
  readonly searched: readonly string[];
  readonly rows: (context: CallContext<Values>) => Promise<readonly Values[]>;
  readonly refusal: Label;
}

/** The calls of the public flavour over what is described or derived here: read alike, changed elsewhere. */
function callsOf({ place, family, searched, rows, refusal }: MadeList): readonly Call[] {
  return serveUnder(place, family, {
    'GET list': {
      async handle(context) {
        const { current, size } = pagingOf(context.query);
        const found = (await rows(context)).filter((row) => searched.every((name) => plainText(row[name]).includes(plainText(context.query[name]))));
        return pageOf(found.slice((current - 1) * size, current * size), found.length, current, size);
      },
    },
    'GET detail': {
      async handle(context) {
        const row = (await rows(context)).find((one) => one['id'] === context.query.id);
        if (!row) throw new UserError(404, ['未找到数据', 'No such row']);
        return row;
      },
    },
    'POST submit': { handle: refuse(refusal) },
    'POST remove': { handle: refuse(refusal) },
  });
}
const refuse = (label: Label) => async (): Promise<never> => {
  throw new UserError(400, label);
};

const tops = callsOf({
  place: 'system/topmenu',
  family: madeLists.topMenu,
  searched: ['name', 'code'],
  rows: async ({ db, user, request }) => {
    const roots = (await menuRows(db, user.tenantId)).filter(({ parentId, category }) => parentId === '0' && category === menuCategory.menu);
    return topMenusOver(roots, languageOf(request)).map(({ menuIds: _menuIds, labels: _labels, ...row }) => row);
  },
  refusal: madeListRefusals.topMenu,
});
const grantTop = serveCalls(grantTopContracts, { 'POST system/topmenu/grant': { handle: refuse(madeListRefusals.topMenu) } });

/** Data is limited by laboratories here, whatever the menu: each is a scope a role may be given. */
const dataScopes = callsOf({
  place: 'system/data-scope',
  family: madeLists.dataScope,
  searched: ['scopeName', 'resourceCode'],
  rows: async ({ db, user, query }) =>
    (await laboratoryLeaves(db, user)).map(({ id, name }) => ({
      id,
      menuId: plainText(query['menuId']),
      resourceCode: `laboratory_${id}`,
      scopeName: name,
      scopeField: '*',
      scopeClass: '',
      scopeColumn: 'laboratory_id',
      scopeType: 5,
      scopeValue: id,
      remark: '',
    })),
  refusal: madeListRefusals.dataScope,
});

/** The interfaces behind a menu's buttons: each is granted with its button. */
const apiScopes = callsOf({
  place: 'system/api-scope',
  family: madeLists.apiScope,
  searched: ['scopeName', 'resourceCode'],
  rows: async ({ db, user, query, request }) => {
    const language = languageOf(request);
    const menus = await menuRows(db, user.tenantId);
    const buttons = menus.filter(
      ({ category, parentId }) => category === menuCategory.button && (query['menuId'] === undefined || parentId === query['menuId']),
    );
    return (await interfaceLeaves(db, buttons, language)).map(({ id, parentId, title, permission, path }) => ({
      id,
      menuId: parentId,
      resourceCode: permission,
      scopeName: title,
      scopePath: path,
      scopeType: 1,
      remark: inLanguage(['随按钮授予', 'Granted with its button'], language),
    }));
  },
  refusal: madeListRefusals.apiScope,
});

export const publicScopeCalls: readonly Call[] = [...tops, ...grantTop, ...dataScopes, ...apiScopes];
