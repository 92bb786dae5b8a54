import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '#app/identity/session.ts';
import type { Donation } from '../lists/donation-card.tsx';

// Most donors are guests, who get no offer.
const PushOffer = lazy(() => import('#app/notices/push-offer.tsx').catch(() => ({ default: () => null })));

interface NoticeOfferProps {
  readonly donation: Pick<Donation, 'thankedAt' | 'creator'>;
  /** Whether it was made by whoever reads the page. */
  readonly isOwn: boolean;
}

/** Offers a donor who is logged in a notice of the creator's thanks. */
export default function NoticeOffer({ donation: { thankedAt, creator }, isOwn }: NoticeOfferProps): ReactNode {
  const isSignedIn = useSession().status === 'user';
  if (!isSignedIn || !isOwn || thankedAt !== null) return null;
  return (
    <Suspense>
      <PushOffer about={{ thanksOf: creator.displayName }} />
    </Suspense>
  );
}
