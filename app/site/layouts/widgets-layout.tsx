import { Outlet } from 'react-router';
import { widgetRootId } from '#app/widgets/widget-root.ts';
import classes from './widgets-layout.module.css';

/** A widget is an overlay: no background and no frame. */
export default function WidgetsLayout() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <div id={widgetRootId} className={classes.widget}>
        <Outlet />
      </div>
    </>
  );
}

/** Viewers of a stream never see an error; the creator finds it in his settings. */
export function ErrorBoundary() {
  return <div className={classes.widget} />;
}
