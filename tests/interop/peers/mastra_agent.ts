// A Mastra server of one agent; `mastra build` makes a program of it, which reads PORT and GARDEN_MODEL.
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

const provider = createOpenAICompatible({ name: 'fake', baseURL: process.env.GARDEN_MODEL!, apiKey: 'none' });
const cook = new Agent({
  id: 'cook',
  name: 'Soup cook',
  description: 'Cooks soups and stews: recipes, spices and broth.',
  instructions: 'Cook soups and stews.',
  model: provider('fake'),
});
export const mastra = new Mastra({ agents: { cook }, server: { host: '127.0.0.1', port: Number(process.env.PORT) } });
