import type { Client } from '@goodword/client'
import { type Command, exitCodes } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { printRecord, printRows, timeText } from '../terminal/print.ts'

export const codesList: Command = {
  positionals: ['accountId', 'userId'],
  options: {},
  async run(input, terminal) {
    const { client } = await openProfile(input, terminal)
    const params = { accountId: input.required('accountId'), userId: input.required('userId') }
    await printRows(input, terminal, client.listCodes({ params }), [
      { title: 'CODE', of: (it) => it.code },
      { title: 'CURRENT', of: (it) => (it.current ? 'yes' : 'no') },
      { title: 'DISABLED', of: (it) => (it.disabled ? 'yes' : 'no') },
      { title: 'EXPIRES', of: (it) => timeText(it.dateExpires) },
      { title: 'CREATED', of: (it) => timeText(it.dateCreated) },
    ])
    return undefined
  },
}

export const codesShow: Command = {
  positionals: ['code'],
  options: {},
  async run(input, terminal) {
    const { client } = await openProfile(input, terminal)
    const found = await client.lookUpCode({ params: { code: input.required('code') } })
    await printRecord(input, terminal, found, [
      ['Code', found.code],
      ['Referrer', found.referrerName],
      ['Friend’s discount', `${found.discountPercentage} %`],
      ['Discount at the processor', found.discountId],
      ['Created', timeText(found.dateCreated)],
    ])
    return undefined
  },
}

export const codesSet: Command = {
  positionals: ['accountId', 'userId', 'code'],
  options: {},
  help: 'Earlier codes of the user keep working.',
  async run(input, terminal) {
    const { client } = await openProfile(input, terminal)
    const user = await client.chooseCode({
      params: { accountId: input.required('accountId'), userId: input.required('userId') },
      body: { code: input.required('code') },
    })
    await printRecord(input, terminal, user, [
      ['User', `${user.accountId} ${user.id}`],
      ['Code', user.referralCode],
      ['Link', user.shareLinks.direct],
    ])
    return undefined
  },
}

export const codesDisable: Command = switchOf(true)
export const codesEnable: Command = switchOf(false)

function switchOf(disabled: boolean): Command {
  return {
    positionals: ['code'],
    options: {},
    help: 'A disabled code attributes no new accounts. Referrals and rewards stay.',
    async run(input, terminal) {
      const { client }: { readonly client: Client } = await openProfile(input, terminal)
      const code = await client.updateCode({ params: { code: input.required('code') }, body: { disabled } })
      await printRecord(input, terminal, code, [
        ['Code', code.code],
        ['Of', `${code.accountId} ${code.userId}`],
        ['Disabled', code.disabled ? 'yes' : 'no'],
      ])
      return exitCodes.done
    },
  }
}
