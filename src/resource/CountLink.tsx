import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

const PageLink = chakra(Link, { base: { textStyle: 'figures', color: 'accent.text', _hover: { textDecoration: 'underline' } } });

/** A number of a statistic that opens what it counts. Nothing counted opens nothing; empty parts of the query are left out. */
export function CountLink({
  count,
  to,
  query,
}: {
  readonly count: number;
  readonly to: string;
  readonly query: Readonly<Record<string, string | null | undefined>>;
}) {
  if (count === 0) return <chakra.span textStyle="figures">0</chakra.span>;
  const asked = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return <PageLink to={`${to}?${asked.toString()}`}>{count}</PageLink>;
}
