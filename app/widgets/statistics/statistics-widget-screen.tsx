import { StatisticsWidget } from './statistics-widget.tsx';

export default function StatisticsScreen() {
  return <StatisticsWidget />;
}
