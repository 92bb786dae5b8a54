import { Trans } from '@lingui/react/macro';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import classes from './checkout.module.css';
import own from './promo-section.module.css';
import type { CheckoutCost } from './use-checkout-price.ts';

interface PromoSectionProps {
  readonly cost: CheckoutCost;
  readonly currency: string;
}

/** The promo code: a field, or what the code takes off and why not. */
export function PromoSection({ cost, currency }: PromoSectionProps) {
  const { terms, text, isBusy, failure, type, apply, drop } = cost.promo;
  const code = terms?.code ?? '';
  return (
    <section className={classes.section} aria-labelledby="promo-title">
      <h2 id="promo-title">
        <Trans>Промокод</Trans>
      </h2>
      {terms === null ? (
        <SentForm className={own.row} onSend={() => text.trim() !== '' && apply()}>
          <Field
            label={<Trans>Если он у вас есть</Trans>}
            name="promoCode"
            value={text}
            maxLength={32}
            autoCapitalize="characters"
            autoComplete="off"
            error={failure && (failure.fields?.code ?? failure.message)}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
          <ActionButton isDefault look="quiet" className={own.apply ?? ''} disabled={isBusy} aria-busy={isBusy}>
            <Trans>Применить</Trans>
          </ActionButton>
        </SentForm>
      ) : (
        <div className={own.found}>
          <p role="status">
            <b>{code}</b> <Effect cost={cost} currency={currency} />
          </p>
          <ActionButton look="quiet" onClick={drop}>
            <Trans>Убрать</Trans>
          </ActionButton>
        </div>
      )}
    </section>
  );
}

function Effect({ cost: { missing, price }, currency }: PromoSectionProps) {
  if (missing === null) {
    return (
      <Trans>
        Скидка: <Sum amount={price.discount} currency={currency} />
      </Trans>
    );
  }
  if (missing === 0) return <Trans>В корзине нет товаров, на которые он действует</Trans>;
  return (
    <Trans>
      Заработает, когда в корзине будет товаров ещё на <Sum amount={missing} currency={currency} />
    </Trans>
  );
}
