import { chakra } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { biScreen, type BoardRow } from '#domain/op/biPage.ts';
import { toMs } from '#domain/kernel/dates.ts';
import { ask } from '#src/api/ask.ts';
import { failureOfCall, useAsked } from '#src/console/desk/useCall.ts';
import { sandboxOf } from '#src/console/frameAddress.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { OwnBoard } from './OwnBoard.tsx';

const Page = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', h: 'full', bg: 'bg.panel', border: 'hairline', borderRadius: 'md', overflow: 'hidden' },
});
const Head = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    minH: '40px',
    flexShrink: 0,
    px: 3,
    borderBottom: 'hairline',
    '& > h1': { textStyle: 'title' },
  },
});
const Boards = chakra('nav', { base: { display: 'flex', flexWrap: 'wrap', gap: 3, flex: 1, textStyle: 'dense' } });
const Frame = chakra('iframe', { base: { flex: 1, w: 'full', border: 'none', bg: 'white' } });

const boardsTitle = ['数据看板', 'Data boards'] as const;
/** So long before its end a token is renewed, ms. */
const renewAheadMs = 10 * 60_000;

/** /search/biFrame/:pageId/:projectId: a page of the BI in a frame; without one the house's own board, beside the names of those there are. */
export function Screen() {
  const { label } = useText();
  const { pageId, projectId } = useParams();
  const boards = useAsked('GET op/tencent-api/boards', {});
  const [round, setRound] = useState(0);
  const pick = (rows: readonly BoardRow[]) => rows.find((row) => row.pageId === pageId && row.projectId === projectId);
  const name = pick(boards.data ?? [])?.pageName ?? label(boardsTitle);
  return (
    <Page>
      <Head>
        <h1>{name}</h1>
        <Boards aria-label={label(boardsTitle)}>
          {(boards.data ?? []).map((board) => (
            <Link
              key={`${board.projectId} ${board.pageId}`}
              to={`${biScreen}/${encodeURIComponent(board.pageId)}/${encodeURIComponent(board.projectId)}`}
              aria-current={board.pageId === pageId && board.projectId === projectId ? 'page' : undefined}
            >
              {board.pageName}
            </Link>
          ))}
        </Boards>
        {pageId && projectId ? (
          <IconButton label={label(['重新加载', 'Load again'])} icon={RotateCw} size="sm" onClick={() => setRound((before) => before + 1)} />
        ) : null}
      </Head>
      {pageId && projectId ? (
        <Board
          key={`${projectId} ${pageId} ${round}`}
          projectId={projectId}
          pageId={pageId}
          name={name}
          onAgain={() => setRound((before) => before + 1)}
        />
      ) : boards.failure ? (
        <StateView state="failed" failure={boards.failure} onRetry={boards.retry} />
      ) : !boards.data ? (
        <StateView state="loading" />
      ) : (
        <OwnBoard />
      )}
    </Page>
  );
}

interface BoardProps {
  readonly projectId: string;
  readonly pageId: string;
  readonly name: string;
  readonly onAgain: () => void;
}
interface Opened {
  readonly address: URL;
  readonly token: string;
  readonly expireTime: string;
}

/** The token stays in this page: no list of answers keeps it, and no address of ours names it. */
function Board({ projectId, pageId, name, onAgain }: BoardProps) {
  const { label } = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const fail = useCallback((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))), []);
  useEffect(() => {
    let isGone = false;
    ask('GET op/tencent-api/getBIToken', { query: { projectId, pageId }, quiet: true }).then(
      ({ url, token, expireTime }) => isGone || setOpened({ address: new URL(url), token, expireTime }),
      (cause: unknown) => isGone || fail(cause),
    );
    return () => {
      isGone = true;
    };
  }, [projectId, pageId, fail]);
  // A page that is looked at all day is not loaded anew for its token's sake.
  useEffect(() => {
    if (!opened) return undefined;
    const renew = (): void =>
      void ask('POST op/tencent-api/renewBIToken', { body: { projectId, pageId, token: opened.token }, quiet: true }).then(
        ({ expireTime }) => setOpened({ ...opened, expireTime }),
        fail,
      );
    const timer = setTimeout(renew, Math.max(0, toMs(opened.expireTime) - renewAheadMs - Date.now()));
    return () => clearTimeout(timer);
  }, [opened, projectId, pageId, fail]);
  if (error) return <StateView state="failed" failure={failureOfCall(error, label)!} onRetry={onAgain} />;
  if (!opened) return <StateView state="loading" />;
  return (
    <Frame title={name} src={opened.address.href} sandbox={sandboxOf(opened.address, location.origin)} referrerPolicy="no-referrer" data-board />
  );
}
