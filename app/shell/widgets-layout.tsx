import { Outlet } from 'react-router';
import classes from './widgets-layout.module.css';

/** A widget lies over the stream's picture: no ground, no frame, nothing of ours. */
export default function WidgetsLayout() {
  return (
    <div className={classes.widget}>
      <meta name="robots" content="noindex" />
      <Outlet />
    </div>
  );
}

/** Viewers of a stream never see an error; the streamer finds it in his settings. */
export function ErrorBoundary() {
  return <div className={classes.widget} />;
}
