import { Link, useLocation, useNavigation, useSearchParams } from 'react-router';
import { ChoiceLinks } from './choice-links.tsx';

interface ViewLinksProps {
  readonly label: string;
  /** The parameter of the address. */
  readonly name: string;
  /** The value of the shown view. */
  readonly current: string;
  /** The first one needs no parameter. */
  readonly views: readonly { readonly value: string; readonly title: string }[];
}

/** Views of a list or chart as links, so that each has an address that the way back leads through. Another one begins at the first page. */
export function ViewLinks({ label, name, current, views }: ViewLinksProps) {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  // While another view loads, its link is the one that was pressed.
  const asked = next?.pathname === pathname ? new URLSearchParams(next.search).get(name) : params.get(name);
  const pressed = asked === params.get(name) ? current : (asked ?? views[0]?.value);
  const to = (value: string, isFirst: boolean) => {
    const next = new URLSearchParams(params);
    for (const place of ['after', 'page']) next.delete(place);
    if (isFirst) next.delete(name);
    else next.set(name, value);
    return { search: next.toString() };
  };
  return (
    <ChoiceLinks label={label}>
      {views.map(({ value, title }, at) => (
        <Link key={value} to={to(value, at === 0)} aria-current={value === pressed ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </ChoiceLinks>
  );
}
