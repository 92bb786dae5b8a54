import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { TextLink } from '#base/ui/page/text-button.tsx';
import type { Route } from './+types/import-screen';
import { ImportForm } from './import-form.tsx';
import classes from './import-screen.module.css';
import { ImportedDonations } from './imported-donations.tsx';
import { ImportedFiles } from './imported-files.tsx';

const take = 10;

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const Skip = (pageNumber(url.searchParams) - 1) * take;
  const [history, donations, { country }] = await Promise.all([
    call('GET Donate/Imports', {}, { signal }),
    call('GET Donate/Imported', { query: { Skip, Take: take } }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { history, donations, currency: country.currencyLabel };
}

/** A creator's history from other services: brought along, shown, removed (docs/rules.md#imported-history). */
export default function ImportScreen({ loaderData: { history, donations, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Донаты из других сервисов`} noIndex />
      <PageTitle>
        <Trans>Донаты из других сервисов</Trans>
      </PageTitle>
      <Stack className={classes.sections} fit>
        <Stack className={classes.lead} gap={8} justify="start">
          <p>
            <Trans>
              Перенесите имена, суммы и сообщения тех, кто поддерживал вас раньше. Это только история: на баланс,
              выплаты, статистику и оповещения она не влияет.
            </Trans>
          </p>
          <TextLink to="/profile/tools">
            <Trans>Все инструменты</Trans>
          </TextLink>
        </Stack>
        <ImportForm currency={currency} />
        <ImportedFiles history={history} />
        {donations.count > 0 && <ImportedDonations donations={donations} currency={currency} take={take} />}
      </Stack>
    </>
  );
}
