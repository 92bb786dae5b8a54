/** eSpeak NG as WebAssembly, built by Emscripten; it has no types of its own. One call runs its command once. */
declare module 'espeak-ng' {
  interface EspeakModule {
    readonly FS: {
      readFile(path: string): Uint8Array<ArrayBuffer>;
      writeFile(path: string, content: string): void;
    };
  }

  interface EspeakOptions {
    readonly arguments: readonly string[];
    readonly preRun: readonly ((module: EspeakModule) => void)[];
    print(line: string): void;
    printErr(line: string): void;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }

  export default function espeak(options: EspeakOptions): Promise<EspeakModule>;
}
