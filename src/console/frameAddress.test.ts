import { describe, expect, it } from 'vitest';
import { fillAddress, sandboxOf } from './frameAddress.ts';

const person = { token: 'a.b+c', userId: '7', userName: '王 芳', roleName: 'admin,lab', account: 'wang', tenantId: '000000', deptId: '3' };
const base = 'https://lims.example/wel/index';
const filled = (path: string): string | undefined => fillAddress(path, person, base)?.href;

describe('the address of a framed menu', () => {
  it('has its places filled, each as one part of an address', () => {
    expect(filled('https://bi.example/view?t=${token}&u=${userId}&n=${userName}&r=${roleName}')).toBe(
      'https://bi.example/view?t=a.b%2Bc&u=7&n=%E7%8E%8B%20%E8%8A%B3&r=admin%2Clab',
    );
    expect(filled('https://bi.example/?x=${toString}')).toBe('https://bi.example/?x=${toString}');
  });

  it('reads a dollar as the fragment, and knows pages of our own', () => {
    expect(filled('https://bi.example/app/$/board/3')).toBe('https://bi.example/app/#/board/3');
    expect(filled('/manual/index.html')).toBe('https://lims.example/manual/index.html');
  });

  it('is never a script', () => {
    for (const path of ['javascript:alert(1)//html', 'data:text/html,x', 'file:///etc/x.html']) expect(filled(path)).toBeUndefined();
  });

  it('gives an origin to other houses alone', () => {
    expect(sandboxOf(new URL('https://bi.example/'), 'https://lims.example')).toContain('allow-same-origin');
    expect(sandboxOf(new URL('https://lims.example/a.html'), 'https://lims.example')).not.toContain('allow-same-origin');
  });
});
