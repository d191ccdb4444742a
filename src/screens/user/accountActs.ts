import type { Label } from '#domain/kernel/label.ts';
import { type Resource, wireVerbs } from '#domain/kernel/resource.ts';
import type { Service } from '#domain/kernel/services.ts';
import { secondFactorPaths } from '#domain/session/secondFactor.ts';
import { userStatus } from '#domain/user/userAccount.ts';
import { call, servicePath } from '#src/api/call.ts';
import type { WireRow } from '#src/resource/wireRow.ts';

/** A list of accounts and the calls behind it. */
export interface People {
  readonly resource: Resource;
  readonly service: Service;
  readonly path: string;
}
export const doings = ['reset', 'start', 'stop', 'unlock', 'resetSecond'] as const;
/** What can be done to accounts, one by one or many. */
export type Doing = (typeof doings)[number];

export const doingWords: Readonly<Record<Doing, { readonly act: Label; readonly ask: Label; readonly done: Label }>> = {
  reset: {
    act: ['重置密码', 'Reset password'],
    ask: [
      '重置后原密码失效, 其登录将结束; 新的一次性密码只显示一次。确定重置?',
      'The old password ends and with it the sign-ins; the new one is for one use and is shown once. Reset?',
    ],
    done: ['已重置', 'Reset'],
  },
  start: { act: ['启用', 'Enable'], ask: ['确定启用所选账号?', 'Enable the chosen accounts?'], done: ['已启用', 'Enabled'] },
  stop: {
    act: ['停用', 'Stop'],
    ask: [
      '停用后不能登录, 已登录的立即退出; 其尚未上传的离线操作会保留待处理。确定停用?',
      'They can sign in no more and are signed out; what they have not uploaded yet is kept for a decision. Stop?',
    ],
    done: ['已停用', 'Stopped'],
  },
  unlock: {
    act: ['解锁', 'Unlock'],
    ask: ['解除因多次输错密码造成的锁定?', 'Let them try again after too many wrong passwords?'],
    done: ['已解锁', 'Unlocked'],
  },
  resetSecond: {
    act: ['重置双重验证', 'Reset second factor'],
    ask: [
      '用于手机和恢复码都已丢失的用户: 重置后其登录只需密码, 直到重新设置。请先核实本人身份。确定重置?',
      'For who has lost phone and recovery codes: the password alone lets them in until they set it up anew. Be sure who asks. Reset?',
    ],
    done: ['已重置', 'Reset'],
  },
};

/** Passwords for one use, as the server tells them once. */
export interface ToldPassword {
  readonly account: string;
  readonly password: string;
}

/** Does one thing to one account; answers the password it got, where it got one. Throws CallError. */
export async function doTo({ resource, service, path }: People, doing: Doing, row: WireRow): Promise<string | null> {
  const at = (verb: string): string => servicePath(service, `${path}/${verb}`);
  const id = String(row.id);
  const [own] = wireVerbs(resource, doing === 'start' ? 'enable' : 'disable');
  if (doing === 'reset') {
    const told = await call<readonly ToldPassword[]>('POST', at('reset-password'), { query: { userIds: id }, quiet: true });
    return told[0]?.password ?? null;
  }
  if (doing === 'resetSecond') await call('POST', servicePath('system', secondFactorPaths.reset), { query: { userIds: id }, quiet: true });
  else if (doing === 'unlock') await call('POST', servicePath('system', 'user/unlock'), { query: { userIds: id }, quiet: true });
  else if (own) await call('POST', at(own), { query: { ids: id }, quiet: true });
  else await call('POST', at('submit'), { body: { id, status: doing === 'start' ? userStatus.active : userStatus.stopped }, quiet: true });
  return null;
}
