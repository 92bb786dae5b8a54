import { useLingui } from '@lingui/react/macro';
import classes from './widget-page.module.css';

/** The page of a widget: transparent, without anything of the site around it, and not to be found by search machines. */
export function WidgetPage({ title, children }: { title: string; children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      <title>{`${title} — ${t`Опора`}`}</title>
      <meta name="robots" content="noindex" />
      <div className={classes.page}>{children}</div>
    </>
  );
}
