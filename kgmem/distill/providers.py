"""Chat models by name, `provider:model`, through the LangChain package of the provider, which the user installs."""

from __future__ import annotations

import importlib
from typing import Any

from kgmem.errors import UsageError

CLASSES = {
    "anthropic": ("langchain_anthropic", "ChatAnthropic"),
    "azure_openai": ("langchain_openai", "AzureChatOpenAI"),
    "bedrock_converse": ("langchain_aws", "ChatBedrockConverse"),
    "cohere": ("langchain_cohere", "ChatCohere"),
    "deepseek": ("langchain_deepseek", "ChatDeepSeek"),
    "fireworks": ("langchain_fireworks", "ChatFireworks"),
    "google_genai": ("langchain_google_genai", "ChatGoogleGenerativeAI"),
    "groq": ("langchain_groq", "ChatGroq"),
    "huggingface": ("langchain_huggingface", "ChatHuggingFace"),
    "mistralai": ("langchain_mistralai", "ChatMistralAI"),
    "ollama": ("langchain_ollama", "ChatOllama"),
    "openai": ("langchain_openai", "ChatOpenAI"),
    "together": ("langchain_together", "ChatTogether"),
    "xai": ("langchain_xai", "ChatXAI"),
}
"""Where the chat model of each provider is."""


def resolve(name: str) -> Any:
    """The chat model called `name`. Its own retries are off: kgmem counts and spaces them. Raises UsageError."""
    provider, _, model = (part.strip() for part in name.partition(":"))
    if provider not in CLASSES:
        known = ", ".join(sorted(CLASSES))
        raise UsageError(
            f"{provider!r} is no provider that is known by name; there are {known}. From Python any chat model of "
            "LangChain can be passed: Memory.open(model=...)",
            field="model",
        )
    module, class_name = CLASSES[provider]
    try:
        found = getattr(importlib.import_module(module), class_name)
    except ImportError as error:
        package = module.replace("_", "-")
        raise UsageError(f"{name} takes the package {package}: pip install {package}", field="model") from error
    own = {"max_retries": 0} if "max_retries" in found.model_fields else {}
    try:
        return found(model=model, **own)
    except Exception as error:
        raise UsageError(f"{name} cannot be used: {error}", field="model") from error
