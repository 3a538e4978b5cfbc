import { spawn } from 'node:child_process'
import { delimiter, dirname, join, resolve } from 'node:path'
import { compileCache, withBundles } from '@goodword/testing/node-program'

/** A terminal that a reader keeps open for a guide: what one block sets, the next one has. */
export type GuideShell = {
  /** Runs a block and resolves with what it writes; rejects with an Error when one of its commands fails. */
  readonly run: (commands: string) => Promise<string>
  readonly close: () => Promise<void>
}

const [operatorCommand = '', developerCommand = ''] = withBundles([
  resolve(import.meta.dirname, '../../cli/main.ts'),
  resolve(import.meta.dirname, '../../../../cli/src/main.ts'),
])

/**
 * npm would install what is missing first; the command after that is the same. The command line for developers is the one that
 * a guide installs, or that of this tree.
 */
const prelude = `npm() {
  if [ "$*" = 'run --silent node-folder' ]; then echo '${dirname(process.execPath)}'; return; fi
  if [ "$1" = install ]; then command npm "$@" --loglevel error --no-audit --no-fund --prefer-offline >/dev/null; return; fi
  [ "$1 $2 $3 $4" = 'run --silent goodword --' ] || { echo "no such npm command: $*" >&2; return 64; }
  shift 4
  node '${operatorCommand}' "$@"
}
npx() {
  [ "$1" = goodword ] || { echo "no such npx command: $*" >&2; return 64; }
  shift
  if [ -x node_modules/.bin/goodword ]; then node_modules/.bin/goodword "$@"; else node '${developerCommand}' "$@"; fi
}
set -eu
`

/** Written after each block: the character for the end of a record. */
const END = '\u001e'

/** How npm reaches its registry from this machine. */
const reachesRegistry = ['NODE_EXTRA_CA_CERTS', 'npm_config_registry', 'npm_config_cache'].flatMap((name) => {
  const value = process.env[name]
  return value === undefined ? [] : [[name, value]]
})

/** Opens a shell in a folder, with no more in its environment than is given and npm needs. */
export function openShell(folder: string, env: Readonly<Record<string, string>>): GuideShell {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  const own = { GOODWORD_CONFIG_DIR: join(folder, '.goodword'), PATH: path }
  const inherited = { ...compileCache, ...Object.fromEntries(reachesRegistry) }
  const child = spawn('sh', ['-s'], { cwd: folder, env: { ...inherited, ...env, ...own } })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  // A shell that a failing command ended does not read further commands; its exit code shows it.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((done, failed) => child.once('error', failed).once('close', done))
  child.stdin.write(prelude)

  function run(commands: string): Promise<string> {
    return new Promise((done, failed) => {
      const look = (): void => {
        const [answer, ...rest] = output.split(END)
        if (answer === undefined || rest.length === 0) return
        child.stdout.off('data', look)
        output = rest.join(END)
        errors = ''
        done(answer)
      }
      child.stdout.on('data', look)
      void ended.then(
        (code) => failed(new Error(`the shell exited with ${code}\n${output}\n${errors}`)),
        failed,
      )
      child.stdin.write(`${commands}\nprintf '\\036'\n`)
    })
  }
  return {
    run,
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
