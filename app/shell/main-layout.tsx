import { Outlet } from 'react-router';
import { ErrorView } from './error-screen.tsx';
import { MainFrame } from './main-frame.tsx';

/** The layout of everything that visitors see. */
export default function MainLayout() {
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  );
}

/** A failure in a screen leaves header and footer in their place. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <MainFrame>
      <ErrorView error={error} />
    </MainFrame>
  );
}
