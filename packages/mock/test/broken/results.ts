import { answer, resumable } from '@deep-research/mock'
import { mockFetch } from '../subject.ts'
import { bentCitation, bentResult, bentSource, type Data, type Servers, unsorted, without } from './break.ts'

/** Per rule on results and citations, servers that break it. */
export const brokenResults = {
  'result.fields': {
    'has no usage': bentResult(() => ({ usage: 'none' as unknown as Data })),
    'has no clean answer': bentResult(() => ({ answer_clean: 7 as unknown as string })),
    'has one citation as an object': bentResult(() => ({ citations: {} as unknown as Data[] })),
  },
  'result.clean': {
    'keeps tags': bentResult(({ answer: text }) => ({ answer_clean: text })),
    trims: bentResult(({ answer_clean }) => ({ answer_clean: `${answer_clean} ` })),
  },
  'result.tags': {
    'forgets a citation': bentResult(({ citations }) => ({ citations: citations.slice(1) })),
    'cites what has no tag': bentResult(({ answer: text }) => ({
      answer: text.replace('"cite_2"', '"cite_7"'),
    })),
  },
  'citation.fields': { 'has no verified': bentCitation((one) => without(one, 'verified')) },
  'citation.offsets': {
    'is off by one': bentCitation((one) => ({ ...one, start_offset: Number(one['start_offset']) + 1 })),
    'counts in the tagged answer': bentResult(({ answer: text, citations }) => ({
      citations: citations.map((one) => {
        const start = text.indexOf(String(one['cited_text']))
        return { ...one, start_offset: start, end_offset: start + String(one['cited_text']).length }
      }),
    })),
    'turns them round': bentCitation((one) => ({
      ...one,
      start_offset: one['end_offset'],
      end_offset: one['start_offset'],
    })),
  },
  'anchor.fields': {
    'has no score': bentCitation((one) => ({ ...one, source_anchor: without(one['source_anchor'] as Data, 'score') })),
  },
  'source.fields': {
    'has no title': bentSource((source) => without(source, 'title')),
    'has one author': bentSource((source) => ({ ...source, authors: 'A. Kettle' })),
    'has a year in words': bentSource((source) => ({ ...source, year: '2019' })),
  },
  'source.url': { 'is a path': bentSource((source) => ({ ...source, url: '/steam' })) },
  'summary.fields': {
    'has no ids': bentResult(({ sources_summary: [one = {}, ...rest] }) => ({
      sources_summary: [without(one, 'citation_ids'), ...rest],
    })),
  },
  'summary.unique': {
    'has one twice': bentResult(({ sources_summary: [one = {}, ...rest] }) => ({
      sources_summary: [one, one, ...rest],
    })),
  },
  'summary.order': { 'has the least first': unsorted() },
  'summary.counts': {
    'counts wrong': bentResult(({ sources_summary: [one = {}, ...rest] }) => ({
      sources_summary: [{ ...one, citation_count: 99 }, ...rest],
    })),
    'forgets a source': bentResult(({ sources_summary }) => ({ sources_summary: sources_summary.slice(1) })),
  },
  'usage.fields': { 'is in seconds': bentResult(({ usage }) => ({ usage: { ...usage, latency_ms: 1.5 } })) },
  'usage.ceiling': { 'goes on and on': bentResult(({ usage }) => ({ usage: { ...usage, iterations: 6 } })) },
  'citation.utf16': {
    'counts code points': mockFetch(resumable({ of: answer({ everyMs: 1, offsets: 'code-point' }), tornAfter: [] })),
    'counts bytes': mockFetch(resumable({ of: answer({ everyMs: 1, offsets: 'utf-8' }), tornAfter: [] })),
  },
  'citation.ids': {
    'counts from zero': bentResult(({ answer: text }) => ({
      answer: text.replaceAll(/cite_(\d)/g, (_, n) => `cite_${n - 1}`),
    })),
  },
  'citation.flat': {
    nests: bentResult(({ answer: text }) => ({ answer: `<cite id="cite_9">${text}</cite>` })),
    'leaves one open': bentResult(({ answer: text }) => ({ answer: `${text}<cite id="cite_9">` })),
    'writes half a tag': bentResult(({ answer: text }) => ({ answer: `${text}<cite` })),
  },
  'source.type': { 'is a blog': bentSource((source) => ({ ...source, source_type: 'blog' })) },
  'usage.default-level': { 'takes high': bentResult(({ usage }) => ({ usage: { ...usage, iterations: 11 } })) },
  'metadata.echo': { 'forgets it': bentResult((result) => ({ ...result, metadata: {} })) },
  'metadata.absent': { 'always has it': bentResult((result) => ({ ...result, metadata: {} })) },
} satisfies Servers
