import { Trans } from '@lingui/react/macro';

/** Says that a list has nothing of what was asked; `search` is empty where only filters were set. */
export function NothingFound({ search }: { readonly search: string }) {
  if (search === '') return <Trans>Ничего не нашлось</Trans>;
  return <Trans>По запросу «{search}» ничего не нашлось</Trans>;
}
