import { notify } from '#src/ui/notify.tsx';

/** Goes to the first number that is typed and is none, and names it; answers whether there is one. What is kept then is not what is seen, and is not saved. */
export function stopsAtFault(): boolean {
  const input = document.querySelector<HTMLInputElement>('[data-number] [aria-invalid=true]');
  if (!input) return false;
  input.focus();
  const field = input.labels?.[0]?.textContent ?? '';
  notify.error(['{field}: 请输入有效的数值', '{field}: type a number that is possible'], { params: { field } });
  return true;
}
