import { Button, ChakraProvider, defaultSystem, Field, Heading, Input, Stack } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';

/** The yardstick of the first page: what React, Chakra and a router cost by themselves, with a login form and two pages that come when asked for. */
function Login() {
  return (
    <Stack maxW="400px" mx="auto" mt="20vh" gap="4">
      <Heading>Login</Heading>
      <Field.Root>
        <Field.Label>Account</Field.Label>
        <Input name="username" autoFocus />
      </Field.Root>
      <Field.Root>
        <Field.Label>Password</Field.Label>
        <Input name="password" type="password" />
      </Field.Root>
      <Button type="submit">Sign in</Button>
    </Stack>
  );
}

const Form = lazy(() => import('./FormPage.tsx').then(({ FormPage }) => ({ default: FormPage })));
const List = lazy(() => import('./ListPage.tsx').then(({ ListPage }) => ({ default: ListPage })));
const waiting = <span>…</span>;

const router = createBrowserRouter([
  {
    path: '/form',
    element: (
      <Suspense fallback={waiting}>
        <Form />
      </Suspense>
    ),
  },
  {
    path: '/list',
    element: (
      <Suspense fallback={waiting}>
        <List />
      </Suspense>
    ),
  },
  { path: '*', element: <Login /> },
]);

createRoot(document.getElementById('root') as HTMLElement).render(
  <ChakraProvider value={defaultSystem}>
    <RouterProvider router={router} />
  </ChakraProvider>,
);
