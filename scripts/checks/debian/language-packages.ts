import { type Language, languages } from '../../../packages/languages/build.ts'
import { runs } from '../../../packages/languages/pack.ts'
import { missingHere } from '../../../packages/languages/src/testing/installed-package.ts'
import { installDebianPackages, mayInstall } from './debian-packages.ts'

/** What makes, installs and checks the package of a language. */
const debianPackages: Readonly<Record<Language, readonly string[]>> = {
  python: ['mypy', 'python3-setuptools', 'python3-venv', 'python3-wheel'],
  php: ['composer', 'php-cli', 'php-curl'],
  ruby: ['ruby'],
}

/** Installs what the tests of the packages for other languages need, where that may be done without asking. */
export function provideLanguages(): void {
  if (!mayInstall()) return
  const missing = languages.filter(
    (it) => missingHere(it) !== null || (it === 'python' && !runs('mypy', ['--version'])),
  )
  if (missing.length > 0) installDebianPackages(...missing.flatMap((it) => debianPackages[it]))
}
