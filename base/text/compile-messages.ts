import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** The parts of Babel that the plugin uses; Babel has no types of its own. */
interface Babel {
  readonly types: { valueToNode(value: unknown): unknown };
}

interface Node {
  readonly type: string;
  readonly leadingComments?: readonly { readonly value: string }[] | null;
  readonly properties?: readonly { readonly key?: { readonly name?: string }; value?: unknown }[];
}

interface Program {
  traverse(visitor: { enter(path: { readonly node: Node }): void }): void;
}

const isText = (node: unknown): node is { readonly value: string } =>
  typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string';

/**
 * A Babel plugin that runs after Lingui's and compiles the texts it has left in the code, as catalogues are compiled, so that no browser
 * parses a text. Lingui marks its descriptors with the comment `i18n`.
 */
export function compileMessages({ types }: Babel) {
  function compile({ leadingComments, properties = [] }: Node): void {
    if (!leadingComments?.some(({ value }) => value.trim() === '* i18n')) return;
    const message = properties.find(({ key }) => key?.name === 'message');
    if (message === undefined || !isText(message.value)) return;
    // JSON leaves out the undefined offset of plurals.
    message.value = types.valueToNode(JSON.parse(JSON.stringify(compileMessageOrThrow(message.value.value))));
  }
  // All at once: the compiler of React begins as soon as it sees the program.
  const enter = (program: Program) => program.traverse({ enter: ({ node }) => compile(node) });
  return { visitor: { Program: { enter } } };
}
