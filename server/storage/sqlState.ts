/** SQLSTATE of an error, also of one that the query layer wrapped. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let at = error as { code?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return undefined;
}

/** The constraint an error names, also of one that the query layer wrapped. */
export function constraintOf(error: unknown): string | undefined {
  for (let at = error as { constraint?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.constraint === 'string') return at.constraint;
  }
  return undefined;
}
