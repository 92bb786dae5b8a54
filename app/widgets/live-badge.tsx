import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import classes from './live-badge.module.css';

/** Says that the creator is streaming. Asked by the browser, so that the page itself stays cacheable. */
export default function LiveBadge({ projectId }: { readonly projectId: string }) {
  const [isLive, setLive] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      call('GET Widget/Live', { query: { projectId } }, { signal })
        .then((answer) => signal.aborted || setLive(answer.isLive))
        // The page is complete without it.
        .catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask, { signal });
    return () => leaving.abort();
  }, [projectId]);

  return isLive ? (
    <p className={classes.live}>
      <Trans>Сейчас на стриме</Trans>
    </p>
  ) : null;
}
