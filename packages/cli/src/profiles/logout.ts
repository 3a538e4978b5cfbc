import { type Command, CommandError } from '../command.ts'
import { printRecord } from '../terminal/print.ts'
import { changeProfiles, loadProfiles } from './profile-store.ts'

export const logout: Command = {
  positionals: [],
  options: {
    profile: { value: '<name>', summary: 'Remove this profile instead of the current one.' },
  },
  help: 'The key itself stays valid: revoke it in the portal.',
  async run(input, terminal) {
    const { current, profiles } = await loadProfiles(terminal.env)
    const name = input.text('profile') ?? current
    if (name === null || !Object.hasOwn(profiles, name)) {
      throw new CommandError('There is no such profile. List them with: goodword profiles')
    }
    await changeProfiles(terminal.env, (stored) => {
      const { [name]: _removed, ...rest } = stored.profiles
      return { current: stored.current === name ? null : stored.current, profiles: rest }
    })
    await printRecord(input, terminal, { removed: name }, [['Removed', name]])
    return undefined
  },
}
