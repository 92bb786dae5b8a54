import { Plural, Trans } from '@lingui/react/macro';

/** Says plainly that fewer pieces are given than were paid. */
export function ShortPieces({ short }: { readonly short: number }) {
  return (
    <Trans>
      Пока шла оплата, часть раскупили: не хватило{' '}
      <Plural value={short} one="# штуки" few="# штук" many="# штук" other="# штуки" />. Деньги за них остались автору
      донатом.
    </Trans>
  );
}
