const types: Readonly<Record<string, string>> = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/** Hands bytes to the browser as a file to save. */
export function downloadFile(bytes: Uint8Array, name: string): void {
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
