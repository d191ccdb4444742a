import { chakra } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { pageTitle } from './menuNames.ts';
import { useText } from './useText.ts';

/** The heading of a page whose name already stands in its tab: for who hears the page. */
export function ScreenTitle() {
  const { pathname } = useLocation();
  const { label } = useText();
  const title = pageTitle(pathname);
  return title ? <chakra.h1 srOnly>{label(title)}</chakra.h1> : null;
}
