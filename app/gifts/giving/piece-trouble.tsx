import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import form from '#app/donations/donation-form.module.css';
import { DonationTrouble } from '#app/donations/donation-words.tsx';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import type { CallFailure } from '#base/calls/errors.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { ownProduct, piecesShort } from '../gift-failures.ts';

interface PieceTroubleProps {
  readonly failure: CallFailure;
  readonly product: { readonly id: string };
  readonly creator: { readonly userName: string };
  /** Chooses as many pieces as there are. */
  readonly onPieces: (left: number) => void;
}

/** Why pieces could not be given, and the way on. */
export function PieceTrouble({ failure, product, creator, onPieces }: PieceTroubleProps) {
  const isOf = (kind: { readonly code: string }) => failure.code === kind.code;
  if (isOf(priceChanged)) {
    return (
      <Trouble>
        <p>
          <Trans>
            Пока вы выбирали, цена вещи или доставки изменилась. Деньги не списаны. Новая сумма уже на кнопке: если она
            вам подходит, нажмите ещё раз.
          </Trans>
        </p>
      </Trouble>
    );
  }
  if (isOf(piecesShort)) {
    const left = Number(failure.details?.left ?? 0);
    return (
      <Trouble>
        <p>
          {left > 0 ? (
            <Trans>Пока вы выбирали, часть раскупили: в наличии {left}. Деньги не списаны.</Trans>
          ) : (
            <Trans>Пока вы выбирали, всё раскупили. Деньги не списаны.</Trans>
          )}
        </p>
        {left > 0 ? (
          <ActionButton look="quiet" onClick={() => onPieces(left)}>
            <Trans>Взять {left}</Trans>
          </ActionButton>
        ) : (
          <LinkButton look="quiet" to={`/market?creator=${creator.userName}`}>
            <Trans>Весь мерч автора</Trans>
          </LinkButton>
        )}
      </Trouble>
    );
  }
  if (isOf(ownProduct)) {
    return (
      <Trouble>
        <p>
          <Trans>Это ваш товар: деньги за него получаете вы сами, поэтому подарить его так нельзя.</Trans>
        </p>
        <LinkButton look="quiet" to={`/merch/${product.id}`}>
          <Trans>Вернуться к вещи</Trans>
        </LinkButton>
      </Trouble>
    );
  }
  // The field says so itself.
  return failure.fields?.pieces === undefined && <DonationTrouble failure={failure} />;
}

/** On a phone a button lies over what follows the form. */
const beSeen = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'center' });

function Trouble({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={beSeen} className={form.trouble} role="alert">
      <Stack gap={12} align="start">
        {children}
      </Stack>
    </div>
  );
}
