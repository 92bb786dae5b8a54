import { Trans, useLingui } from '@lingui/react/macro';
import { data } from 'react-router';
import { PageHead } from './page-head.tsx';

/** The page is really missing, also for those who only read the status. */
export function loader() {
  return data(null, { status: 404 });
}

export function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Страница не найдена`} noIndex />
      <h1>
        <Trans>Такой страницы нет</Trans>
      </h1>
    </>
  );
}

export default NotFound;
