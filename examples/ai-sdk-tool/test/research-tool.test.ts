import { testApiKey } from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'
import { DeepResearch } from '@deep-research/sdk'
import { generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { researchTool } from '../src/research-tool.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that calls the tool, and then repeats the first source that it got. */
const model = new MockLanguageModelV4({
  async doGenerate({ prompt }) {
    const asked = prompt.some(({ role }) => role === 'tool')
    const sources = /"title":"([^"]+)"/.exec(JSON.stringify(prompt))
    return {
      content: asked
        ? [{ type: 'text', text: `It says so in ${sources?.[1]}.` }]
        : [{ type: 'tool-call', toolCallId: '1', toolName: 'research', input: '{"query":"When does water boil?"}' }],
      finishReason: { unified: asked ? 'stop' : 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    }
  },
})

test('a model researches, and answers with what it got', async () => {
  const mock = await startMockServer()
  try {
    const client = new DeepResearch({ apiKey: testApiKey(), baseURL: mock.url })
    const { text, steps } = await generateText({
      model,
      tools: { research: researchTool(client) },
      stopWhen: isStepCount(3),
      prompt: 'When does water boil?',
    })
    expect(text).toBe('It says so in Kitchens on peaks.')
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({
      answer: expect.stringContaining('Kitchens on peaks'),
      unverified: [expect.any(String)],
    })
  } finally {
    await mock.close()
  }
})
