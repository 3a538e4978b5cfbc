import { eraseTestData } from '@goodword/contract/endpoints/erase-test-data'
import { listMails } from '@goodword/contract/endpoints/list-mails'
import { moveTestClock } from '@goodword/contract/endpoints/move-test-clock'
import { previewMail } from '@goodword/contract/endpoints/preview-mail'
import { readAttention } from '@goodword/contract/endpoints/read-attention'
import { readIntegration } from '@goodword/contract/endpoints/read-integration'
import { readMail } from '@goodword/contract/endpoints/read-mail'
import { readProgram } from '@goodword/contract/endpoints/read-program'
import { readTestClock } from '@goodword/contract/endpoints/read-test-clock'
import { readTestData } from '@goodword/contract/endpoints/read-test-data'
import { replaceProgram } from '@goodword/contract/endpoints/replace-program'
import { handleReadIntegration } from '../handlers/integration/read-integration.ts'
import { handleListMails } from '../handlers/mails/list-mails.ts'
import { handlePreviewMail } from '../handlers/mails/preview-mail.ts'
import { handleReadMail } from '../handlers/mails/read-mail.ts'
import { handleMoveTestClock } from '../handlers/programs/move-test-clock.ts'
import { handleReadAttention } from '../handlers/programs/read-attention.ts'
import { handleReadProgram } from '../handlers/programs/read-program.ts'
import { handleReadTestClock } from '../handlers/programs/read-test-clock.ts'
import { handleReplaceProgram } from '../handlers/programs/replace-program.ts'
import { handleEraseTestData } from '../handlers/test-data/erase-test-data.ts'
import { handleReadTestData } from '../handlers/test-data/read-test-data.ts'
import type { ServeEndpoint } from '../server/handler.ts'
import type { RouteOptions } from './route-options.ts'

/** The settings of a program, its e-mails and its test data. */
export function programRoutes(serve: ServeEndpoint, options: RouteOptions): void {
  serve(readAttention, handleReadAttention)
  serve(readIntegration, handleReadIntegration)
  serve(readProgram, handleReadProgram)
  serve(replaceProgram, handleReplaceProgram)
  serve(listMails, handleListMails)
  serve(readMail, handleReadMail)
  serve(previewMail, handlePreviewMail)
  serve(readTestClock, handleReadTestClock)
  serve(readTestData, handleReadTestData)
  serve(eraseTestData, handleEraseTestData)
  serve(moveTestClock, handleMoveTestClock(options.drainJobs))
}
