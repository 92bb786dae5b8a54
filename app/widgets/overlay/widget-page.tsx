import classes from './widget-page.module.css';

/** The document of a widget: transparent, without the site's frame, and not indexed by search engines. */
export function WidgetPage({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className={classes.page}>{children}</div>
    </>
  );
}
