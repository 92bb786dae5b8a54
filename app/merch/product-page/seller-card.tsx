import { Trans } from '@lingui/react/macro';
import { CreatorAvatar } from '#app/images/creator-face.tsx';
import { Ikat } from '#app/images/ikat.tsx';
import { VerifiedMark } from '#app/images/verified-mark.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import type { Seller } from '../seller.ts';
import classes from './seller-card.module.css';

interface SellerCardProps {
  readonly seller: Seller;
  readonly about: string | null;
  readonly isVerified: boolean;
}

/** The creator of the product: banner, avatar, description, and links to the creator's page and merch. */
export function SellerCard({ seller, about, isVerified }: SellerCardProps) {
  const { userName, displayName } = seller;
  return (
    <section className={classes.card} aria-labelledby="seller">
      <div className={classes.cloth} aria-hidden>
        <Ikat userName={userName} width={640} height={64} />
      </div>
      <div className={classes.body}>
        <CreatorAvatar creator={seller} size={64} />
        <div>
          <h2 id="seller" className={classes.name}>
            {displayName}
            {isVerified && <VerifiedMark />}
          </h2>
          {about !== null && <p className={classes.about}>{about}</p>}
        </div>
        <div className={classes.ways}>
          <LinkButton to={`/${userName}`} look="quiet">
            <Trans>Страница автора</Trans>
          </LinkButton>
          <LinkButton to={`/market?creator=${userName}`} look="quiet">
            <Trans>Весь мерч автора</Trans>
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
