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

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'paragraph') return <p>{partsOf(block.line)}</p>;
  if (block.kind === 'heading')
    return block.level === 2 ? <h2>{partsOf(block.line)}</h2> : <h3>{partsOf(block.line)}</h3>;
  return (
    <ul>
      {block.lines.map((line, at) => (
        <li key={`${String(at)} ${line[0]?.text ?? ''}`}>{partsOf(line)}</li>
      ))}
    </ul>
  );
}

/** Shows a text with simple marks. */
export function MarkedText({ text }: { readonly text: string }) {
  const blocks = readMarkedText(text);
  return (
    <div className={classes.text}>
      {blocks.map((block, at) => (
        <BlockView key={`${String(at)} ${block.kind}`} block={block} />
      ))}
    </div>
  );
}
