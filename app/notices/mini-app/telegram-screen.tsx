import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { loadBridge } from '../telegram-window.ts';

/** Where Telegram opens the site: it enters, and goes on to the page that the link means. */
export default function TelegramScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  // Only the first view of a window is none that a link or a script has led to.
  const isFirst = useNavigationType() === 'POP';
  const [isElsewhere, setElsewhere] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const open = useEffectEvent(async () => {
    const { openLaunch } = await loadBridge();
    const path = await openLaunch(window.location, isFirst);
    // What Telegram has signed leaves the address, too.
    if (path === null) setElsewhere(true);
    else await navigate(path, { replace: true });
  });
  useEffect(() => void open().catch(setFailure), []);
  if (failure !== null) throw failure;
  return (
    <>
      <PageHead title={t`Telegram`} noIndex />
      <PageTitle>
        {isElsewhere ? <Trans>Эта страница открывается в Telegram</Trans> : <Trans>Открываем…</Trans>}
      </PageTitle>
      {isElsewhere && (
        <LinkButton to="/">
          <Trans>На главную</Trans>
        </LinkButton>
      )}
    </>
  );
}
