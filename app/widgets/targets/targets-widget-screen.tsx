import { TargetsWidget } from './targets-widget.tsx';

export default function TargetsScreen() {
  return <TargetsWidget />;
}
