import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './marked-text.module.css';
import { type Block, readMarkedText, type Span } from './marked-text.ts';

function Part({ span: { text, isBold, to } }: { readonly span: Span }): ReactNode {
  if (to?.startsWith('/')) return <Link to={to}>{text}</Link>;
  if (to !== undefined)
    return (
      <a href={to} rel="noopener nofollow">
        {text}
      </a>
    );
  return isBold ? <b>{text}</b> : text;
}

const partsOf = (line: readonly Span[]) =>
  line.map((span, at) => <Part key={`${String(at)} ${span.text}`} span={span} />);

/** The elements of headings of both levels, by the level at which they begin. */
const headings = { 2: ['h2', 'h3'], 3: ['h3', 'h4'], 4: ['h4', 'h5'] } as const;

interface BlockViewProps {
  readonly block: Block;
  /** The element of a heading. */
  readonly as: (typeof headings)[keyof typeof headings][number];
}

function BlockView({ block, as: Heading }: BlockViewProps) {
  if (block.kind === 'paragraph') return <p>{partsOf(block.line)}</p>;
  if (block.kind === 'heading')
    return <Heading className={block.level === 2 ? classes.large : classes.small}>{partsOf(block.line)}</Heading>;
  return (
    <ul>
      {block.lines.map((line, at) => (
        <li key={`${String(at)} ${line[0]?.text ?? ''}`}>{partsOf(line)}</li>
      ))}
    </ul>
  );
}

interface MarkedTextProps {
  readonly text: string;
  /** The level of its first heading on the page: that below the heading which stands above it. */
  readonly top?: keyof typeof headings;
}

/** Shows a text with simple marks. */
export function MarkedText({ text, top = 2 }: MarkedTextProps) {
  const blocks = readMarkedText(text);
  // A small heading before all large ones is below none of them.
  const large = blocks.findIndex((block) => block.kind === 'heading' && block.level === 2);
  const isLower = (block: Block, at: number) =>
    block.kind === 'heading' && block.level === 3 && large !== -1 && at > large;
  const [upper, lower] = headings[top];
  return (
    <div className={classes.text}>
      {blocks.map((block, at) => (
        <BlockView key={`${String(at)} ${block.kind}`} block={block} as={isLower(block, at) ? lower : upper} />
      ))}
    </div>
  );
}
