import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useOwnSupport } from '#app/memberships/own-support.tsx';
import { fromMain, toMain } from '#base/money/money.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import { memberPriceOf } from '../member-price.ts';
import type { ShownProduct } from '../merch-shapes.ts';
import { MembersNote } from './members-note.tsx';
import classes from './product-price.module.css';

interface MemberTermsProps {
  readonly product: ShownProduct;
  readonly currency: string;
}

/** What one piece costs a member, as the server reckons it when the order is placed; main units. */
const ownPriceOf = (price: number, memberPercent: number) =>
  toMain(memberPriceOf({ price: fromMain(price), quantity: 1, memberPercent }));

/** The price of a product for a member and for all others, who learn what members pay, and who may buy it if that is not everybody. */
export default function MemberTerms({ product, currency }: MemberTermsProps) {
  const { price, memberPrice = null, isForMembers = false, user } = product;
  const { kind, discountPercent } = useOwnSupport(user.projectId);
  const own = ownPriceOf(price, discountPercent);
  const isCheaper = own < price;
  const isMember = kind === 'member';
  const join = { pathname: `/${user.userName}`, search: 'level=', hash: 'donation' };
  return (
    <>
      <p className={classes.price}>
        <Sum amount={own} currency={currency} big />
        {isCheaper && (
          <s className={classes.whole}>
            <span className="spoken">
              <Trans>Цена без скидки:</Trans>{' '}
            </span>
            <Sum amount={price} currency={currency} />
          </s>
        )}
      </p>
      {(memberPrice !== null || isCheaper) && (
        <div className={classes.note} data-unknown={kind === 'unknown' || undefined}>
          {memberPrice !== null && (
            <p data-out={isCheaper || undefined}>
              {isMember ? (
                <Trans>
                  На уровнях со скидкой — от <Sum amount={memberPrice} currency={currency} />
                </Trans>
              ) : (
                <Trans>
                  Подписчикам — от <Sum amount={memberPrice} currency={currency} />
                </Trans>
              )}
              {!isForMembers && !isMember && (
                <>
                  {'. '}
                  <Link to={join}>
                    <Trans>Подписаться</Trans>
                  </Link>
                </>
              )}
            </p>
          )}
          {isCheaper && (
            <p>
              <Trans>Ваша цена подписчика: −{discountPercent} %</Trans>
            </p>
          )}
        </div>
      )}
      {isForMembers && <MembersNote kind={kind} join={join} />}
    </>
  );
}
