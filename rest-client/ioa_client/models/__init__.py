"""Contains all the data models used in inputs/outputs"""

from .accept_in import AcceptIn
from .act import Act
from .add_document_form import AddDocumentForm
from .agent_description import AgentDescription
from .agent_found import AgentFound
from .agent_out import AgentOut
from .agent_out_connector_config import AgentOutConnectorConfig
from .agent_profile import AgentProfile
from .agent_profile_connector_config import AgentProfileConnectorConfig
from .agent_token_in import AgentTokenIn
from .agent_token_out import AgentTokenOut
from .agent_tokens import AgentTokens
from .agents_found import AgentsFound
from .answer_in import AnswerIn
from .answerable_by import AnswerableBy
from .approval_kind import ApprovalKind
from .approval_out import ApprovalOut
from .approval_state import ApprovalState
from .asked_question_out import AskedQuestionOut
from .askers import Askers
from .availability import Availability
from .brought_out import BroughtOut
from .budget import Budget
from .budget_in import BudgetIn
from .budget_out import BudgetOut
from .budgets_in import BudgetsIn
from .card_out import CardOut
from .chain_out import ChainOut
from .check_out import CheckOut
from .checks import Checks
from .concealable import Concealable
from .connect_in import ConnectIn
from .connect_in_connector_config import ConnectInConnectorConfig
from .connection_in import ConnectionIn
from .connection_in_connector_config import ConnectionInConnectorConfig
from .connection_out import ConnectionOut
from .connection_out_connector_config_type_0 import ConnectionOutConnectorConfigType0
from .connection_patch import ConnectionPatch
from .connection_patch_connector_config_type_0 import ConnectionPatchConnectorConfigType0
from .connections import Connections
from .connector_out import ConnectorOut
from .connector_out_config import ConnectorOutConfig
from .connectors import Connectors
from .contribution_out import ContributionOut
from .decision_in import DecisionIn
from .default_limits import DefaultLimits
from .default_plan import DefaultPlan
from .default_review import DefaultReview
from .delivery import Delivery
from .digest_kind import DigestKind
from .display import Display
from .document_out import DocumentOut
from .errand_out import ErrandOut
from .event_out import EventOut
from .event_out_payload import EventOutPayload
from .events_out import EventsOut
from .export_proof_response import ExportProofResponse
from .exported import Exported
from .exported_connector_config import ExportedConnectorConfig
from .field_problem import FieldProblem
from .file_out import FileOut
from .file_role import FileRole
from .files_used_out import FilesUsedOut
from .finding_kind import FindingKind
from .finding_out import FindingOut
from .forward_in import ForwardIn
from .forward_in_answerable_by import ForwardInAnswerableBy
from .found_out import FoundOut
from .found_out_connector_config import FoundOutConnectorConfig
from .found_out_tried import FoundOutTried
from .goal_detail import GoalDetail
from .goal_detail_claimed_chain import GoalDetailClaimedChain
from .goal_file_out import GoalFileOut
from .goal_files import GoalFiles
from .goal_form import GoalForm
from .goal_in import GoalIn
from .goal_in_claimed_chain import GoalInClaimedChain
from .goal_out import GoalOut
from .goal_outcome import GoalOutcome
from .goal_record import GoalRecord
from .goal_state import GoalState
from .grant_in import GrantIn
from .grant_out import GrantOut
from .grants import Grants
from .handling import Handling
from .hit_kind import HitKind
from .hit_out import HitOut
from .hook_in import HookIn
from .hop_out import HopOut
from .import_in import ImportIn
from .import_out import ImportOut
from .invitation_in import InvitationIn
from .invitation_out import InvitationOut
from .join_in import JoinIn
from .joined_out import JoinedOut
from .limits import Limits
from .limits_change import LimitsChange
from .link_out import LinkOut
from .list_questions_state import ListQuestionsState
from .look_in import LookIn
from .member_in import MemberIn
from .member_out import MemberOut
from .message_in import MessageIn
from .message_kind import MessageKind
from .message_out import MessageOut
from .message_out_data import MessageOutData
from .model_in import ModelIn
from .model_test_out import ModelTestOut
from .model_use import ModelUse
from .narrowing import Narrowing
from .new_agent_token import NewAgentToken
from .new_share import NewShare
from .new_token import NewToken
from .origin_kind import OriginKind
from .page_agent_out import PageAgentOut
from .page_approval_out import PageApprovalOut
from .page_asked_question_out import PageAskedQuestionOut
from .page_document_out import PageDocumentOut
from .page_file_out import PageFileOut
from .page_finding_out import PageFindingOut
from .page_goal_file_out import PageGoalFileOut
from .page_goal_out import PageGoalOut
from .page_hit_out import PageHitOut
from .page_invitation_out import PageInvitationOut
from .page_member_out import PageMemberOut
from .page_message_out import PageMessageOut
from .page_task_out import PageTaskOut
from .page_team_out import PageTeamOut
from .page_token_out import PageTokenOut
from .part_out import PartOut
from .payer import Payer
from .phase import Phase
from .plan_note import PlanNote
from .plan_out import PlanOut
from .priority import Priority
from .problem import Problem
from .profile_gap_out import ProfileGapOut
from .question_state import QuestionState
from .quota_in import QuotaIn
from .quota_out import QuotaOut
from .quotas_in import QuotasIn
from .reassign_in import ReassignIn
from .record_out import RecordOut
from .recorded_decision import RecordedDecision
from .recorded_file import RecordedFile
from .recorded_member import RecordedMember
from .recorded_member_kind import RecordedMemberKind
from .recorded_message import RecordedMessage
from .recorded_spend import RecordedSpend
from .recorded_task import RecordedTask
from .recorded_team import RecordedTeam
from .registry_out import RegistryOut
from .rehearsal_out import RehearsalOut
from .result_out import ResultOut
from .review import Review
from .role import Role
from .role_in import RoleIn
from .scope import Scope
from .seen_in import SeenIn
from .session_out import SessionOut
from .share_in import ShareIn
from .share_out import ShareOut
from .shares import Shares
from .since_left_out import SinceLeftOut
from .since_left_out_counts import SinceLeftOutCounts
from .since_line_out import SinceLineOut
from .skill import Skill
from .skill_out import SkillOut
from .sought_in import SoughtIn
from .span_out import SpanOut
from .spent_out import SpentOut
from .spent_since_out import SpentSinceOut
from .spent_today import SpentToday
from .step_conflict import StepConflict
from .step_in import StepIn
from .step_move import StepMove
from .step_out import StepOut
from .successor_out import SuccessorOut
from .talk_in import TalkIn
from .talk_out import TalkOut
from .task_out import TaskOut
from .task_out_check import TaskOutCheck
from .task_state import TaskState
from .team_member import TeamMember
from .team_out import TeamOut
from .team_out_formation import TeamOutFormation
from .test_message_in import TestMessageIn
from .token_in import TokenIn
from .token_out import TokenOut
from .told_by import ToldBy
from .trial_file_out import TrialFileOut
from .trial_kind import TrialKind
from .trial_out import TrialOut
from .trust import Trust
from .upload_goal_file_form import UploadGoalFileForm
from .verification import Verification
from .version_out import VersionOut
from .version_problem import VersionProblem
from .version_ref_out import VersionRefOut
from .version_state import VersionState
from .versions import Versions
from .when_silent import WhenSilent
from .who_out import WhoOut
from .work_out import WorkOut
from .workspace_files_out import WorkspaceFilesOut
from .workspace_out import WorkspaceOut
from .workspace_out_default_limits import WorkspaceOutDefaultLimits
from .workspace_out_model_prices import WorkspaceOutModelPrices
from .workspace_out_model_use import WorkspaceOutModelUse

__all__ = (
    "AcceptIn",
    "Act",
    "AddDocumentForm",
    "AgentDescription",
    "AgentFound",
    "AgentOut",
    "AgentOutConnectorConfig",
    "AgentProfile",
    "AgentProfileConnectorConfig",
    "AgentsFound",
    "AgentTokenIn",
    "AgentTokenOut",
    "AgentTokens",
    "AnswerableBy",
    "AnswerIn",
    "ApprovalKind",
    "ApprovalOut",
    "ApprovalState",
    "AskedQuestionOut",
    "Askers",
    "Availability",
    "BroughtOut",
    "Budget",
    "BudgetIn",
    "BudgetOut",
    "BudgetsIn",
    "CardOut",
    "ChainOut",
    "CheckOut",
    "Checks",
    "Concealable",
    "ConnectIn",
    "ConnectInConnectorConfig",
    "ConnectionIn",
    "ConnectionInConnectorConfig",
    "ConnectionOut",
    "ConnectionOutConnectorConfigType0",
    "ConnectionPatch",
    "ConnectionPatchConnectorConfigType0",
    "Connections",
    "ConnectorOut",
    "ConnectorOutConfig",
    "Connectors",
    "ContributionOut",
    "DecisionIn",
    "DefaultLimits",
    "DefaultPlan",
    "DefaultReview",
    "Delivery",
    "DigestKind",
    "Display",
    "DocumentOut",
    "ErrandOut",
    "EventOut",
    "EventOutPayload",
    "EventsOut",
    "Exported",
    "ExportedConnectorConfig",
    "ExportProofResponse",
    "FieldProblem",
    "FileOut",
    "FileRole",
    "FilesUsedOut",
    "FindingKind",
    "FindingOut",
    "ForwardIn",
    "ForwardInAnswerableBy",
    "FoundOut",
    "FoundOutConnectorConfig",
    "FoundOutTried",
    "GoalDetail",
    "GoalDetailClaimedChain",
    "GoalFileOut",
    "GoalFiles",
    "GoalForm",
    "GoalIn",
    "GoalInClaimedChain",
    "GoalOut",
    "GoalOutcome",
    "GoalRecord",
    "GoalState",
    "GrantIn",
    "GrantOut",
    "Grants",
    "Handling",
    "HitKind",
    "HitOut",
    "HookIn",
    "HopOut",
    "ImportIn",
    "ImportOut",
    "InvitationIn",
    "InvitationOut",
    "JoinedOut",
    "JoinIn",
    "Limits",
    "LimitsChange",
    "LinkOut",
    "ListQuestionsState",
    "LookIn",
    "MemberIn",
    "MemberOut",
    "MessageIn",
    "MessageKind",
    "MessageOut",
    "MessageOutData",
    "ModelIn",
    "ModelTestOut",
    "ModelUse",
    "Narrowing",
    "NewAgentToken",
    "NewShare",
    "NewToken",
    "OriginKind",
    "PageAgentOut",
    "PageApprovalOut",
    "PageAskedQuestionOut",
    "PageDocumentOut",
    "PageFileOut",
    "PageFindingOut",
    "PageGoalFileOut",
    "PageGoalOut",
    "PageHitOut",
    "PageInvitationOut",
    "PageMemberOut",
    "PageMessageOut",
    "PageTaskOut",
    "PageTeamOut",
    "PageTokenOut",
    "PartOut",
    "Payer",
    "Phase",
    "PlanNote",
    "PlanOut",
    "Priority",
    "Problem",
    "ProfileGapOut",
    "QuestionState",
    "QuotaIn",
    "QuotaOut",
    "QuotasIn",
    "ReassignIn",
    "RecordedDecision",
    "RecordedFile",
    "RecordedMember",
    "RecordedMemberKind",
    "RecordedMessage",
    "RecordedSpend",
    "RecordedTask",
    "RecordedTeam",
    "RecordOut",
    "RegistryOut",
    "RehearsalOut",
    "ResultOut",
    "Review",
    "Role",
    "RoleIn",
    "Scope",
    "SeenIn",
    "SessionOut",
    "ShareIn",
    "ShareOut",
    "Shares",
    "SinceLeftOut",
    "SinceLeftOutCounts",
    "SinceLineOut",
    "Skill",
    "SkillOut",
    "SoughtIn",
    "SpanOut",
    "SpentOut",
    "SpentSinceOut",
    "SpentToday",
    "StepConflict",
    "StepIn",
    "StepMove",
    "StepOut",
    "SuccessorOut",
    "TalkIn",
    "TalkOut",
    "TaskOut",
    "TaskOutCheck",
    "TaskState",
    "TeamMember",
    "TeamOut",
    "TeamOutFormation",
    "TestMessageIn",
    "TokenIn",
    "TokenOut",
    "ToldBy",
    "TrialFileOut",
    "TrialKind",
    "TrialOut",
    "Trust",
    "UploadGoalFileForm",
    "Verification",
    "VersionOut",
    "VersionProblem",
    "VersionRefOut",
    "Versions",
    "VersionState",
    "WhenSilent",
    "WhoOut",
    "WorkOut",
    "WorkspaceFilesOut",
    "WorkspaceOut",
    "WorkspaceOutDefaultLimits",
    "WorkspaceOutModelPrices",
    "WorkspaceOutModelUse",
)
