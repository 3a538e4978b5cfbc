import { type Command, CommandError } from '../command.ts'
import { printRows } from '../terminal/print.ts'
import { changeProfiles, loadProfiles } from './profile-store.ts'

export const listProfiles: Command = {
  positionals: [],
  options: {},
  async run(input, terminal) {
    const { current, profiles } = await loadProfiles(terminal.env)
    const rows = Object.entries(profiles).map(([name, { url, tenantAlias, apiKey }]) => ({
      profile: name,
      current: name === current,
      tenantAlias,
      url,
      keyEnds: apiKey.slice(-4),
    }))
    if (rows.length === 0) terminal.note('There are no profiles. Log in with: goodword login')
    await printRows(input, terminal, rows, [
      { title: '', of: (it) => (it.current ? '*' : ' ') },
      { title: 'PROFILE', of: (it) => it.profile },
      { title: 'TENANT', of: (it) => it.tenantAlias },
      { title: 'SERVICE', of: (it) => it.url },
      { title: 'KEY', of: (it) => `…${it.keyEnds}` },
    ])
    return undefined
  },
}

export const useProfile: Command = {
  positionals: ['name'],
  options: {},
  async run(input, terminal) {
    const name = input.required('name')
    await changeProfiles(terminal.env, (stored) => {
      if (Object.hasOwn(stored.profiles, name)) return { ...stored, current: name }
      throw new CommandError(`There is no profile ${name}. List them with: goodword profiles`)
    })
    return undefined
  },
}
