import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { lookOf } from './look/alert-look.ts';
import type { PublicLook } from './look/alert-settings-shape.ts';
import { AlertView } from './look/alert-view.tsx';
import classes from './preview/alert-preview.module.css';
import type { GiftedPieces } from './widget-shapes.ts';

/** In the middle, as wide as the box. */
const place = { x: 50, y: 50, width: 74 };

interface AlertPreviewProps {
  readonly projectId: string;
  /** As the donor has typed it so far. */
  readonly donation: {
    readonly amount: number;
    readonly name: string | null;
    readonly message: string | null;
    /** Of monthly support; null: it is given once. */
    readonly month: number | null;
    /** What it gives to viewers; absent: nothing. */
    readonly giftedPieces?: GiftedPieces;
  };
}

/** The alert of a donation that is being typed, drawn by the component of the widget itself. Nothing where the look cannot be loaded. */
export default function AlertPreview({ projectId, donation }: AlertPreviewProps) {
  const [look, setLook] = useState<PublicLook | 'awaited' | null>('awaited');
  const nameOf = useNames();
  const amountText = useAmountText();

  useEffect(() => {
    const leaving = new AbortController();
    call('GET Widget/Look', { query: { projectId } }, { signal: leaving.signal })
      .then((known) => leaving.signal.aborted || setLook(known))
      .catch(() => leaving.signal.aborted || setLook(null));
    return () => leaving.abort();
  }, [projectId]);

  if (look === null) return null;
  if (look === 'awaited') return <div className={classes.waiting} aria-busy />;
  const { minAmount } = look.alert;
  const least = `${amountText(minAmount)} ${nameOf(look.currency)}`;
  const alert = {
    ...donation,
    alertId: 'preview',
    payId: null,
    createdAt: '',
    isTest: true,
    giftedMonths: null,
    giftedPieces: donation.giftedPieces ?? null,
    digest: null,
  };
  // Calm: letters that fly in one by one would lag behind the typing.
  const settings = { ...look, alert: { isCalm: true, place } };
  const scene = { alert, settings, look: lookOf(look.alert, alert), isLeaving: false, isResumed: false };
  return (
    <div className={classes.preview}>
      <div className={classes.stream} inert>
        <div className={classes.middle}>
          <AlertView scene={scene} isPreview />
        </div>
      </div>
      <p className={classes.caption}>
        {donation.amount < minAmount ? (
          <Trans>На стриме появляются донаты от {least}</Trans>
        ) : (
          <Trans>Так донат увидят на стриме</Trans>
        )}
      </p>
    </div>
  );
}
