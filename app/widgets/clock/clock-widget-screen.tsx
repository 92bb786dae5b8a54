import { ClockWidget } from './clock-widget.tsx';

export default function ClockScreen() {
  return <ClockWidget />;
}
